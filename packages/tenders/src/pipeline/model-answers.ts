import type { AnswerStore } from '@tender/extraction';
import { storableJson } from '../storable.ts';
import type { Tx } from '../tenant-transaction.ts';

/**
 * Keeps a model's answers with their tenant. An answer is kept as soon as it is there, in a transaction of its own: a job
 * that dies after it does not pay for it again.
 * @param transaction runs its work in a transaction whose tenant is `tenantId`, best one that checks the job's fence
 */
export function modelAnswers(
  tenantId: string,
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): AnswerStore {
  return {
    async get(key) {
      const { rows } = await transaction((tx) =>
        tx.query<{ answer: unknown }>(`select answer from tender.model_answers where key = $1`, [key]),
      );
      return rows[0]?.answer;
    },
    async put(key, answer) {
      await transaction((tx) =>
        tx.query(
          `insert into tender.model_answers (tenant_id, key, answer) values ($1, $2, $3)
           on conflict (tenant_id, key) do nothing`,
          [tenantId, key, storableJson(answer)],
        ),
      );
    },
  };
}
