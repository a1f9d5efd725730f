import { z } from 'zod';

/** An error as the API sends it: RFC 9457 problem details with a stable code. */
export const problemSchema = z
  .object({
    type: z.string().describe('A URN made of the code'),
    title: z.string().describe('What kind of problem it is; the same for each of its kind'),
    status: z.int().describe('The HTTP status'),
    code: z.string().describe('Stable; the table of codes is docs/errors.md'),
    detail: z.string().describe('What happened this time and what to do, for a person'),
    requestId: z.string().describe('Stands in the log beside what happened'),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('What is wrong with which part of the request'),
  })
  .meta({ id: 'Problem' });

export type ProblemBody = z.infer<typeof problemSchema>;
