import { enqueueGroup } from '@tender/queue';
import { documentInspect, documentSettle } from '../jobs.ts';
import type { Tx } from '../tenant-transaction.ts';

/**
 * Enqueues, for each document that isn't a duplicate, its inspection and what settles it however that ends.
 * The jobs become visible with the caller's transaction, or never.
 */
export async function enqueueInspections(
  tx: Tx,
  documents: { id: string; duplicateOf: string | null }[],
  options: { tenantId: string; priority: number; headers?: Record<string, string> | undefined },
): Promise<void> {
  const { tenantId, priority, headers = {} } = options;
  const given = { tenantId, priority, headers };
  for (const { id: documentId, duplicateOf } of documents) {
    if (duplicateOf !== null) continue;
    await enqueueGroup(tx, [{ job: documentInspect, payload: { documentId }, options: given }], {
      job: documentSettle,
      payload: { documentId, after: 'inspect' },
      options: given,
    });
  }
}
