import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

/** A container as `docker inspect` shows it; only what is looked at. */
const container = z.object({
  Name: z.string(),
  State: z.object({
    Status: z.string(),
    ExitCode: z.int(),
    OOMKilled: z.boolean(),
    Health: z.object({ Status: z.string() }).optional(),
  }),
  Config: z.object({
    User: z.string(),
    Image: z.string(),
    Healthcheck: z.unknown().optional(),
    Labels: z.record(z.string(), z.string()),
  }),
  HostConfig: z.object({
    ReadonlyRootfs: z.boolean(),
    Privileged: z.boolean(),
    Init: z.boolean().nullish(),
    CapAdd: z.array(z.string()).nullable(),
    CapDrop: z.array(z.string()).nullable(),
    SecurityOpt: z.array(z.string()).nullable(),
    Memory: z.number(),
    NanoCpus: z.number(),
    PidsLimit: z.number().nullable(),
    PortBindings: z.record(z.string(), z.array(z.object({ HostIp: z.string() }))).nullable(),
  }),
  Mounts: z.array(z.object({ Type: z.string(), Name: z.string().optional() })),
  NetworkSettings: z.object({ Networks: z.record(z.string(), z.unknown()) }),
});
export type Container = z.infer<typeof container>;

export interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

/** `docker compose` (or docker-compose 1.29) on one project, and the engine under it. */
export interface Compose {
  /** Runs a compose command, its output shown. @throws when it fails */
  run(...args: string[]): Promise<void>;
  /** The project's containers, stopped ones too. */
  containers(): Promise<Container[]>;
  /** Runs a program in a container. */
  exec(container: Container, ...command: string[]): Promise<Output>;
  logs(container: Container): Promise<string>;
  /** Of these volumes, the ones that are there. */
  existing(volumes: Iterable<string>): Promise<string[]>;
  /** The container's networks that lead out of this machine. */
  waysOut(container: Container): Promise<string[]>;
}

export async function openCompose(options: {
  project: string;
  cwd: string;
  env: Record<string, string>;
}): Promise<Compose> {
  const { project, cwd, env } = options;
  const version = await output('docker', ['version', '--format', '{{.Server.Version}}']);
  if (version.code !== 0) throw new Error(`This needs a running Docker engine: ${version.stderr.trim()}`);
  const plugin = await output('docker', ['compose', 'version']);
  const [program, ...first] = plugin.code === 0 ? ['docker', 'compose'] : ['docker-compose'];
  if (program === undefined) throw new Error('no compose command');
  return {
    async run(...args) {
      const child = spawn(program, [...first, '-p', project, ...args], { cwd, env, stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`${program} ${[...first, ...args].join(' ')} ended with ${code}`);
    },
    async containers() {
      const list = await output('docker', [
        'ps',
        '-aq',
        '--filter',
        `label=com.docker.compose.project=${project}`,
      ]);
      const ids = list.stdout.split('\n').filter((id) => id !== '');
      if (ids.length === 0) return [];
      const inspected = await output('docker', ['inspect', ...ids]);
      return z.array(container).parse(JSON.parse(inspected.stdout));
    },
    exec: (target, ...command) => output('docker', ['exec', target.Name, ...command]),
    async logs(target) {
      const { stdout, stderr } = await output('docker', ['logs', '--tail', '40', target.Name]);
      return stdout + stderr;
    },
    async existing(volumes) {
      const { stdout } = await output('docker', ['volume', 'ls', '-q']);
      const there = new Set(stdout.split('\n'));
      return [...volumes].filter((volume) => there.has(volume));
    },
    async waysOut(target) {
      const names = Object.keys(target.NetworkSettings.Networks).filter((name) => name !== 'none');
      const inside = await Promise.all(
        names.map((name) => output('docker', ['network', 'inspect', '-f', '{{.Internal}}', name])),
      );
      return names.filter((_name, n) => inside[n]?.stdout.trim() !== 'true');
    },
  };
}

/** Names of the volumes a container uses, named and nameless ones. */
export function volumesOf(target: Container): string[] {
  return target.Mounts.flatMap((mount) => (mount.Type === 'volume' && mount.Name ? [mount.Name] : []));
}

export function serviceOf(target: Container): string {
  return target.Config.Labels['com.docker.compose.service'] ?? '';
}

async function output(command: string, args: string[]): Promise<Output> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = await Promise.race([
    once(child, 'close').then(([code]) => Number(code ?? 1)),
    once(child, 'error').then(([error]) => {
      stderr += String(error);
      return 127;
    }),
  ]);
  return { code: ended, stdout, stderr };
}
