import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Check } from './check.ts';
import { trackedFiles } from './tracked-files.ts';

const service = z.object({
  image: z.string(),
  user: z.string().optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  privileged: z.boolean().optional(),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  restart: z.string().optional(),
  healthcheck: z.unknown().optional(),
  mem_limit: z.string().optional(),
  cpus: z.number().optional(),
  pids_limit: z.number().optional(),
});
const composeSchema = z.object({ services: z.record(z.string(), service) });
type Service = z.infer<typeof service>;

/** The only container that may have a capability, and the only one that may be root: see its comment. */
const CHOWNER = 'volume-owner';

/**
 * docker-compose.yml keeps its promises: hardened containers, ports on this machine only, limits; and every image in it
 * and in the Dockerfiles is named whole, with a version.
 */
export const composeFile: Check = {
  name: 'containers are hardened, images named whole',
  async run(root) {
    const text = await readFile(join(root, 'docker-compose.yml'), 'utf8');
    const compose = composeSchema.parse(parse(text, { merge: true }));
    const problems = Object.entries(compose.services).flatMap(([name, definition]) =>
      judge(name, definition).map((problem) => `docker-compose.yml: ${name} ${problem}`),
    );
    for (const file of await trackedFiles(root, '**/Dockerfile')) {
      for (const image of imagesIn(await readFile(join(root, file), 'utf8'))) {
        if (!isWhole(image)) problems.push(`${file}: ${image} is not a whole image name with a version`);
      }
    }
    return problems;
  },
};

export function judge(name: string, definition: Service): string[] {
  const once = definition.restart === 'no';
  const rules: [boolean, string][] = [
    [isWhole(definition.image), `has an image that is not named whole: ${definition.image}`],
    [definition.init === true, 'has no init'],
    [definition.read_only === true, 'has a writable root file system'],
    [definition.privileged !== true, 'is privileged'],
    [definition.cap_drop.includes('ALL'), 'keeps capabilities'],
    [definition.cap_add.every((cap) => name === CHOWNER && cap === 'CHOWN'), 'is given capabilities'],
    [definition.security_opt.includes('no-new-privileges:true'), 'may gain privileges'],
    [name === CHOWNER || /^[1-9]\d*:[1-9]\d*$/.test(definition.user ?? ''), 'may be root'],
    [definition.ports.every((port) => port.startsWith('127.0.0.1:')), 'has a port on every interface'],
    [!definition.volumes.some((volume) => volume.includes('docker.sock')), 'has the engine’s socket'],
    [definition.restart !== undefined, 'has no restart policy'],
    [once || definition.healthcheck !== undefined, 'has no health check'],
    [definition.mem_limit !== undefined, 'has no memory limit'],
    [definition.cpus !== undefined, 'has no processor limit'],
    [definition.pids_limit !== undefined, 'has no process limit'],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

/** Registry, path and a version that does not float. A variable is judged by its default. */
export function isWhole(image: string): boolean {
  const name = /^\$\{\w+:-([^}]+)\}$/.exec(image)?.[1] ?? image;
  return /^(localhost|[\w-]+(\.[\w-]+)+(:\d+)?)\/[\w./-]+(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/.test(
    name,
  );
}

/** Base images of a Dockerfile: of FROM, unless that is an earlier stage, with the defaults of ARG. */
export function imagesIn(dockerfile: string): string[] {
  const defaults = new Map(
    [...dockerfile.matchAll(/^ARG (\w+)=(\S+)/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
  const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gim)].map((match) => match[1] ?? ''));
  return [...dockerfile.matchAll(/^FROM (\S+)/gm)]
    .map((match) =>
      (match[1] ?? '').replace(/^\$\{?(\w+)\}?$/, (whole, name: string) => defaults.get(name) ?? whole),
    )
    .filter((image) => !stages.has(image) && image !== 'scratch');
}
