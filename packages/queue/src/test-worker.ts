import pg from 'pg';
import { z } from 'zod';
import { createWorker, defineJob, handle } from './index.ts';

/* A process with a worker, for tests that kill it. Argument: database URL, concurrency. Poison kills the process. */
const [url = '', concurrency = '1'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: Number(concurrency) + 4 });
const hang = defineJob({ type: 'hang', payload: z.object({}) });
const dish = defineJob({ type: 'dish', payload: z.object({ poison: z.boolean() }), maxAttempts: 3 });
const worker = createWorker({
  pool,
  connectionString: url,
  concurrency: Number(concurrency),
  service: 'test',
  handlers: [
    handle(
      hang,
      (_job, context) =>
        new Promise((_resolve, reject) =>
          context.signal.addEventListener('abort', () => reject(context.signal.reason)),
        ),
    ),
    handle(dish, async (job) => {
      if (job.payload.poison) process.kill(process.pid, 'SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }),
  ],
});
process.on('disconnect', () => process.exit(0));
await worker.start();
process.send?.(worker.id);
