import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiKey, ensureTenant, migrate } from '@tender/tenders';
import pg from 'pg';
import { type ServiceName, type ServiceProcess, startService } from './start-service.ts';

/** The whole system on this machine, each service a process of its own, against a database that is there already. */
export interface LocalSystem {
  /** Where the API and the dashboard answer. */
  readonly url: string;
  readonly apiKey: string;
  readonly operatorKey: string;
  readonly processes: readonly ServiceProcess[];
  /** Starts one more process of a service. */
  start(service: ServiceName, env?: Record<string, string>): Promise<ServiceProcess>;
  /** Ends all processes, workers first; the database stays. */
  stop(): Promise<void>;
}

export interface SystemOptions {
  /** As a user that may create schemas and roles. */
  databaseUrl: string;
  /** Folder for spools, and for the objects unless `env` names a store. */
  dataDir: string;
  /** 0 (default) takes a free one. */
  port?: number;
  ocrWorkers?: number;
  extractWorkers?: number;
  /** More variables for every service. */
  env?: Record<string, string>;
  keys?: { apiKey: string; operatorKey: string };
  onLine?: (service: ServiceName, pid: number, entry: Record<string, unknown>) => void;
}

export async function startSystem(options: SystemOptions): Promise<LocalSystem> {
  await migrate({ connectionString: options.databaseUrl });
  const keys = await makeKeys(options.databaseUrl, options.keys);
  await mkdir(options.dataDir, { recursive: true });
  const processes: ServiceProcess[] = [];
  let count = 0;

  function spawn(service: ServiceName, env: Record<string, string>): ServiceProcess {
    count += 1;
    const started = startService(
      service,
      {
        DATABASE_URL: options.databaseUrl,
        DATABASE_ROLE: service === 'api' ? 'tender_api' : 'tender_worker',
        SPOOL_DIR: join(options.dataDir, 'spool', `${service}-${process.pid}-${count}`),
        STORAGE_DIR: join(options.dataDir, 'objects'),
        ...options.env,
        ...env,
      },
      (entry) => options.onLine?.(service, started.pid, entry),
    );
    processes.push(started);
    return started;
  }

  async function start(service: ServiceName, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const worker = spawn(service, env);
    await worker.line('it was ready', (entry) => entry['msg'] === 'working');
    return worker;
  }

  async function stop(): Promise<void> {
    await Promise.all(processes.filter((one) => one.service !== 'api').map((one) => one.stop()));
    await Promise.all(processes.map((one) => one.stop()));
  }

  try {
    const api = spawn('api', { PORT: String(options.port ?? 0) });
    const [listening] = await Promise.all([
      api.line('it was listening', (entry) => entry['msg'] === 'listening'),
      ...Array.from({ length: options.ocrWorkers ?? 2 }, () => start('ocr-worker')),
      ...Array.from({ length: options.extractWorkers ?? 1 }, () => start('extract-worker')),
    ]);
    return { url: String(listening['url']), ...keys, processes, start, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeKeys(
  databaseUrl: string,
  given: SystemOptions['keys'],
): Promise<{ apiKey: string; operatorKey: string }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tenantId = await ensureTenant(client, 'demo');
    return {
      apiKey: await createApiKey(client, { tenantId, name: 'demo', ...(given && { key: given.apiKey }) }),
      operatorKey: await createApiKey(client, {
        tenantId: null,
        name: 'demo',
        ...(given && { key: given.operatorKey }),
      }),
    };
  } finally {
    await client.end();
  }
}
