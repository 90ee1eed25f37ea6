import { HttpClient } from '@likewell/testing/http-client';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { expectRejection } from './expect-rejection.js';

const PATH = '/api/users/me/deletion';
const PASSWORD = 'correct horse battery';

let stack: TestStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await startStack();
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

it('a member asks for the deletion of their account, is signed out at once, and calls it off when they are back', async () => {
  const { client } = await visitor.join('leaver');
  expect((await client.call('GET', PATH)).body).toEqual({ deletion: null });
  const asked = await client.call('POST', PATH, { keep_posts: false });
  expect(asked).toMatchObject({ status: 200, body: { keep_posts: false } });
  expectRejection(await client.call('GET', '/api/auth/me'), 401, 'UNAUTHENTICATED');
  const back = await visitor.call('POST', '/api/auth/login', {
    emailOrUser: 'leaver',
    password: PASSWORD,
  });
  expect(back.body.user).toMatchObject({ deletion_at: asked.body.deletion_at });
  const again = new HttpClient(stack.url, back.body.token);
  expect((await again.call('GET', PATH)).body).toEqual({ deletion: asked.body });
  expect((await again.call('DELETE', PATH)).status).toBe(200);
  expect((await again.call('GET', '/api/auth/me')).body).not.toHaveProperty('deletion_at');
});

it('nobody deletes an account that is not theirs, or without a choice for the posts', async () => {
  for (const method of ['GET', 'POST', 'DELETE'])
    expectRejection(
      await visitor.call(method, PATH, method === 'POST' ? { keep_posts: true } : undefined),
      401,
      'UNAUTHENTICATED',
    );
  const { client } = await visitor.join('chooser');
  expectRejection(await client.call('POST', PATH, {}), 400, 'INVALID_INPUT');
});
