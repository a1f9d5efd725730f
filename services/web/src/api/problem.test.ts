import { expect, test } from 'vitest';
import { ApiProblem, describeError, isPassing, problemFrom } from './problem.ts';

test.each([
  {
    what: 'problem details',
    status: 422,
    body: '{"type":"about:blank","title":"Not a PDF","detail":"notes.txt is not a PDF.","code":"not_a_pdf","requestId":"r1"}',
    code: 'not_a_pdf',
    message: 'notes.txt is not a PDF.',
  },
  {
    what: 'only a title',
    status: 404,
    body: '{"title":"No such tender","code":"x"}',
    code: 'x',
    message: 'No such tender',
  },
  {
    what: 'a proxy’s page',
    status: 502,
    body: '<html>Bad gateway',
    code: 'unexpected_answer',
    message: 'The server answered with status 502 and no reason.',
  },
  {
    what: 'JSON of another kind',
    status: 400,
    body: '[1]',
    code: 'unexpected_answer',
    message: 'The server answered with status 400 and no reason.',
  },
])('$what becomes a sentence and a code', ({ status, body, code, message }) => {
  expect(problemFrom(status, body)).toMatchObject({ status, code, message });
});

test('only what may pass by itself is asked again', () => {
  expect(isPassing(new ApiProblem('network', 0, ''))).toBe(true);
  expect(isPassing(new ApiProblem('unavailable', 503, ''))).toBe(true);
  expect(isPassing(new ApiProblem('not_found', 404, ''))).toBe(false);
  expect(isPassing(new TypeError('a defect'))).toBe(false);
});

test('a defect of the app is named as one', () => {
  expect(describeError(new TypeError('x is undefined'))).toEqual({
    message: 'This page met an error of its own: x is undefined',
    code: 'page_error',
    requestId: undefined,
  });
});
