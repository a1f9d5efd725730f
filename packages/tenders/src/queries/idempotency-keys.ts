import type { Tx } from '../tenant-transaction.ts';

export type Claim =
  /** The caller does the work and then calls answerKey with this claim. */
  | { state: 'claimed' }
  /** The work was done before; this is what was answered. */
  | { state: 'answered'; answer: unknown }
  /** The key belongs to a request that asked for something else. */
  | { state: 'mismatch' }
  /** The same request is being worked on. */
  | { state: 'in_flight' };

/**
 * Claims a key for a request. A claim lapses after five minutes without an answer, as after a crash; a key is
 * forgotten after a day.
 */
export async function claimKey(
  tx: Tx,
  request: { tenantId: string; key: string; fingerprint: string; claim: string },
): Promise<Claim> {
  const claimed = await tx.query(
    `insert into tender.idempotency_keys as k (tenant_id, key, fingerprint, claim, claimed_until)
     values ($1, $2, $3, $4, now() + interval '5 minutes')
     on conflict (tenant_id, key) do update
       set fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_until = excluded.claimed_until,
           created_at = now(), answered_at = null, answer = null
       where (k.answered_at is null and k.claimed_until < now()) or k.created_at < now() - interval '1 day'`,
    [request.tenantId, request.key, request.fingerprint, request.claim],
  );
  if (claimed.rowCount === 1) return { state: 'claimed' };
  const { rows } = await tx.query<{ fingerprint: string; answered: boolean; answer: unknown }>(
    `select fingerprint, answered_at is not null as answered, answer from tender.idempotency_keys where key = $1`,
    [request.key],
  );
  const row = rows[0];
  // Given up between the two statements: as good as in flight, for the client asks again.
  if (row === undefined) return { state: 'in_flight' };
  if (row.fingerprint !== request.fingerprint) return { state: 'mismatch' };
  return row.answered ? { state: 'answered', answer: row.answer } : { state: 'in_flight' };
}

/**
 * Stores the answer, in the transaction that did the work.
 * @returns false when the claim has lapsed and another request took the key over: roll back
 */
export async function answerKey(
  tx: Tx,
  request: { key: string; claim: string; answer: unknown },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update tender.idempotency_keys set answered_at = now(), answer = $3
     where key = $1 and claim = $2 and answered_at is null`,
    [request.key, request.claim, JSON.stringify(request.answer)],
  );
  return rowCount === 1;
}

/** Gives a claim up, after work that failed: the key may be used again at once. */
export async function releaseKey(tx: Tx, request: { key: string; claim: string }): Promise<void> {
  await tx.query(
    `delete from tender.idempotency_keys where key = $1 and claim = $2 and answered_at is null`,
    [request.key, request.claim],
  );
}
