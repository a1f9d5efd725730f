import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_TYPE, type Problem } from './problem.ts';

/** Answers with a problem document. A refused request is logged as information, a failed one as an error with its cause. */
export async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): Promise<FastifyReply> {
  if (problem.status >= 500)
    request.log.error({ err: problem.cause ?? problem, code: problem.code }, 'failed');
  else request.log.info({ code: problem.code, detail: problem.message }, 'refused');
  return await reply
    .code(problem.status)
    .headers({ ...problem.headers, 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store' })
    // As text: a route's schemas are for its successes.
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problem.toBody(request.id));
}
