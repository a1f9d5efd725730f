import pg from 'pg';
import { ensureTenant } from '../api-keys.ts';
import { createPool } from '../connect.ts';
import { migrate } from '../migrate.ts';
import type { CreatedVersion } from '../queries/create-tender.ts';
import { createTender } from '../queries/create-tender.ts';
import { withTenant } from '../tenant-transaction.ts';
import { makeDatabase } from './test-database.ts';

/** A migrated database with one tenant: as its owner sees it, as the API does, and as a worker. */
export interface TestTenant {
  /** As the owner, who sees all tenants. */
  db: pg.Pool;
  api: pg.Pool;
  worker: pg.Pool;
  tenantId: string;
  /** A tender with a document for each hash. */
  makeTender(...hashes: string[]): Promise<CreatedVersion>;
  close(): Promise<void>;
}

export async function makeTenant(): Promise<TestTenant> {
  const connectionString = await makeDatabase();
  await migrate({ connectionString });
  const db = new pg.Pool({ connectionString, max: 4 });
  const api = createPool({ connectionString, role: 'tender_api', applicationName: 'tenders-test' });
  const worker = createPool({ connectionString, role: 'tender_worker', applicationName: 'tenders-test' });
  const tenantId = await ensureTenant(db, 'a');
  return {
    db,
    api,
    worker,
    tenantId,
    makeTender: (...hashes) =>
      withTenant(api, tenantId, (tx) =>
        createTender(tx, {
          tenantId,
          files: hashes.map((sha256, n) => ({ filename: `${n}.pdf`, sha256, bytes: 1 })),
        }),
      ),
    async close() {
      await api.end();
      await worker.end();
      await db.end();
    },
  };
}

/** A hash that differs with `n`. */
export function hashOf(n: number): string {
  return n.toString(16).padStart(64, '0');
}
