import * as z from 'zod/mini';
import { createClient } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import type { KeyKind } from './session.ts';

/**
 * Finds out what a key opens by asking: a tenant's key is forbidden (403) the operator's routes and the other way
 * round. @throws ApiProblem for a key that opens nothing
 */
export async function findKeyKind(key: string): Promise<KeyKind> {
  const client = createClient({ key });
  const anything = z.unknown();
  try {
    await client.json('/v1/tenders?limit=1', anything);
    return 'tenant';
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 403) throw error;
  }
  await client.json('/v1/admin/workers', anything);
  return 'operator';
}
