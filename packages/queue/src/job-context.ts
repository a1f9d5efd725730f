import type pg from 'pg';
import { LeaseLostError } from './errors.ts';
import { completeJob, holdClaim, reportProgress } from './finish-job.ts';
import type { Claim } from './job.ts';

/** What a handler may do with its claim. */
export interface JobContext {
  /** Aborts when the claim is lost, cancelled, timed out, or the worker stops; its reason is a JobAborted. */
  readonly signal: AbortSignal;
  readonly workerId: string;
  /**
   * A fenced checkpoint: commits exactly if this worker still holds the claim. Extends the lease.
   * @throws LeaseLostError, with everything rolled back
   */
  transaction<T>(work: (tx: pg.PoolClient) => Promise<T>): Promise<T>;
  /** Writes the result and marks the job done in one commit; call it once, at the end. @throws LeaseLostError */
  complete<T>(work?: (tx: pg.PoolClient) => Promise<T>): Promise<T | undefined>;
  /** Reports progress for people to see; a plain JSON value. Does nothing once the claim is gone. */
  progress(value: unknown): Promise<void>;
}

export interface ContextState {
  context: JobContext;
  /** Whether `complete` has committed. */
  completed(): boolean;
}

export function createContext(options: {
  pool: pg.Pool;
  claim: Claim;
  workerId: string;
  leaseMs: number;
  signal: AbortSignal;
}): ContextState {
  const { pool, claim, signal } = options;
  let completed = false;

  async function fenced<T>(
    guard: (tx: pg.PoolClient) => Promise<boolean>,
    work: (tx: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    if (completed) throw new LeaseLostError(claim.id);
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query('begin');
      // First of all: the row lock that this takes keeps the job from being taken until the commit.
      if (!(await guard(client))) throw new LeaseLostError(claim.id);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    completed: () => completed,
    context: {
      signal,
      workerId: options.workerId,
      transaction: (work) => fenced((tx) => holdClaim(tx, claim, options.leaseMs), work),
      async complete(work) {
        const result = await fenced(
          (tx) => completeJob(tx, claim),
          async (tx) => (work === undefined ? undefined : await work(tx)),
        );
        completed = true;
        return result;
      },
      async progress(value) {
        await reportProgress(pool, claim, value);
      },
    },
  };
}
