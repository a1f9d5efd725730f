import { Problem } from '../problems/problem.ts';

/** Another tenant's tender, a deleted one and one that never was are not told apart. */
export function noSuchTender(): Problem {
  return new Problem('not_found', 'There is no tender with this id.');
}

export function noSuchDocument(): Problem {
  return new Problem('not_found', 'There is no document with this id.');
}
