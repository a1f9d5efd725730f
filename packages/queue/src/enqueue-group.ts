import type { JobDefinition } from './define-job.ts';
import { encodePayload } from './encode-payload.ts';
import { type Enqueued, type EnqueueOptions, enqueue, type Queryable } from './enqueue.ts';
import { QueueOptionError } from './errors.ts';

/** A job yet to be enqueued, with its type's payload checked by `jobOf`. */
export interface GroupJob<Payload = never> {
  job: JobDefinition<Payload>;
  payload: Payload;
  options?: Omit<EnqueueOptions, 'groupId'>;
}

/**
 * Enqueues jobs and, exactly once, the continuation: in the transaction in which the last of them ends, whatever
 * way each ends. A child counts at its first end; an operator's later retry of it doesn't fire the continuation again.
 * A group of none fires at once. The continuation's `headers.group` counts how the children ended.
 * Must run inside a transaction.
 */
export async function enqueueGroup<Child, Next>(
  tx: Queryable,
  children: readonly GroupJob<Child>[],
  continuation: GroupJob<Next>,
): Promise<{ groupId: string; children: Enqueued[] }> {
  if (children.some((child) => child.options?.dedupeKey !== undefined)) {
    throw new QueueOptionError(
      'A child of a group has no dedupe key: a job that already exists could not be counted.',
    );
  }
  const then = continuation.options ?? {};
  const { rows } = await tx.query(
    `insert into queue.groups (pending, continuation) values ($1, $2) returning id::text`,
    [
      children.length,
      JSON.stringify({
        type: continuation.job.type,
        tenantId: then.tenantId ?? null,
        payload: JSON.parse(await encodePayload(continuation.job, continuation.payload)),
        priority: then.priority ?? 0,
        maxAttempts: continuation.job.maxAttempts,
        headers: then.headers ?? {},
      }),
    ],
  );
  const groupId = (rows as { id: string }[])[0]?.id;
  if (groupId === undefined) throw new Error('The group was not stored.');
  const made: Enqueued[] = [];
  for (const { job, payload, options } of children)
    made.push(await enqueue(tx, job, payload, { ...options, groupId }));
  if (children.length === 0) {
    await tx.query(`select queue.continue_group(g) from queue.groups g where g.id = $1`, [groupId]);
  }
  return { groupId, children: made };
}
