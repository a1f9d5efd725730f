import { setTimeout as sleep } from 'node:timers/promises';
import type { Compose } from './engine.ts';

/** Waits until every container is healthy, or done if it is one that ends. Complains with logs, at once where one failed. */
export async function settled(project: Compose, deadline: number): Promise<string[]> {
  const end = performance.now() + deadline;
  for (;;) {
    const containers = await project.containers();
    const waiting = containers.filter(({ State, Config }) =>
      Config.Healthcheck === undefined ? State.Status !== 'exited' : State.Health?.Status !== 'healthy',
    );
    const broken = containers.filter(
      ({ State }) => State.Health?.Status === 'unhealthy' || State.ExitCode !== 0,
    );
    if (containers.length > 0 && waiting.length === 0 && broken.length === 0) return [];
    if (broken.length > 0 || performance.now() > end) {
      const guilty = broken.length > 0 ? broken : waiting;
      return await Promise.all(
        guilty.map(async (one) => {
          const state = `${one.State.Status}, ${one.State.Health?.Status ?? `exit code ${one.State.ExitCode}`}`;
          return `${one.Name}: ${state}\n${await project.logs(one)}`;
        }),
      );
    }
    await sleep(1_000);
  }
}
