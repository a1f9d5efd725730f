import { type Compose, type Container, serviceOf } from './engine.ts';

/** The one container that is root, with one capability: see its comment in docker-compose.yml. */
const CHOWNER = 'volume-owner';

/** What the engine says about a container that it should not say; none is the empty list. */
export function weaknesses(target: Container): string[] {
  const { Config, HostConfig } = target;
  const chowner = serviceOf(target) === CHOWNER;
  const ports = Object.values(HostConfig.PortBindings ?? {}).flat();
  const added = HostConfig.CapAdd ?? [];
  const rules: [boolean, string][] = [
    [chowner || /^[1-9]\d*(:[1-9]\d*)?$/.test(Config.User), `runs as "${Config.User}"`],
    [HostConfig.ReadonlyRootfs, 'has a writable root file system'],
    [!HostConfig.Privileged, 'is privileged'],
    [HostConfig.Init === true, 'has no init'],
    [(HostConfig.CapDrop ?? []).includes('ALL'), 'keeps capabilities'],
    [added.every((cap) => chowner && /^(CAP_)?CHOWN$/.test(cap)), `is given ${added.join(', ')}`],
    [
      (HostConfig.SecurityOpt ?? []).some((option) => option.startsWith('no-new-privileges')),
      'may gain privileges',
    ],
    [
      HostConfig.Memory > 0 && HostConfig.NanoCpus > 0 && (HostConfig.PidsLimit ?? 0) > 0,
      'has not all limits',
    ],
    [ports.every((port) => port.HostIp === '127.0.0.1'), 'has a port on other interfaces'],
  ];
  return rules.filter(([holds]) => !holds).map(([, weakness]) => weakness);
}

/** The same, tried from inside a running container. */
export async function weaknessesInside(compose: Compose, target: Container): Promise<string[]> {
  const found: string[] = [];
  const status = await compose.exec(target, 'cat', '/proc/self/status');
  if (/^Uid:\s+0\b/m.test(status.stdout)) found.push('is root inside');
  for (const set of ['CapEff', 'CapPrm', 'CapBnd']) {
    if (!new RegExp(`^${set}:\\s+0+$`, 'm').test(status.stdout))
      found.push(`has capabilities inside (${set})`);
  }
  if (!/^NoNewPrivs:\s+1$/m.test(status.stdout)) found.push('may gain privileges inside');
  for (const path of ['/written', '/etc/written', '/app/written']) {
    const written = await compose.exec(target, 'sh', '-c', `echo x 2>/dev/null > ${path}`);
    if (written.code === 0) found.push(`can write ${path}`);
  }
  return found;
}
