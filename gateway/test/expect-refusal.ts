import type { Answer } from '@likewell/testing/http-client';

/** A refusal that a person understands, in the one shape that errors have. */
export function expectRefusal(answer: Answer, status: number, code?: string): void {
  expect(answer).toMatchObject({ status });
  expect(answer.body).toMatchObject({
    error: expect.stringMatching(/^\p{Lu}.{5,}/u),
    code: code ?? expect.stringMatching(/^[A-Z_]+$/),
    requestId: expect.stringMatching(/^[\w-]{8,64}$/),
  });
  expect(answer.body.error).not.toMatch(/zod|invalid input|expected|undefined|NaN|at \//i);
  expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
}
