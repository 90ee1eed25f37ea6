import type { HttpResponse } from '@likewell/testing/http-client';

/** Expects a rejection in the common shape of errors, with a message that a person understands. */
export function expectRejection(response: HttpResponse, status: number, code?: string): void {
  expect(response).toMatchObject({ status });
  expect(response.body).toMatchObject({
    error: expect.stringMatching(/^\p{Lu}.{5,}/u),
    code: code ?? expect.stringMatching(/^[A-Z_]+$/),
    requestId: expect.stringMatching(/^[\w-]{8,64}$/),
  });
  expect(response.body.error).not.toMatch(/zod|invalid input|expected|undefined|NaN|at \//i);
  expect(response.headers.get('x-request-id')).toBe(response.body.requestId);
  expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
}
