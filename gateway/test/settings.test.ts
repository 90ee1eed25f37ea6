import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { createHash, randomBytes } from 'node:crypto';
import { expectRejection } from './expect-rejection.js';
import { aSecond } from './time.js';

const OLD = 'correct horse battery';
const NEW = 'staple, quite another';
const DELETION = '/api/users/me/deletion';

let stack: BootedStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await bootStack();
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

const login = (emailOrUser: string, password: string) =>
  visitor.call('POST', '/api/auth/login', { emailOrUser, password });
const me = async (client: HttpClient) => (await client.call('GET', '/api/auth/me')).status;

/** Creates further sessions of a member without the cost of hashing a password. */
async function moreSessions(memberId: number, count: number): Promise<HttpClient[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await stack.schemas.auth.owner.query(
    'INSERT INTO session (token_hash, member_id) SELECT unnest($1::bytea[]), $2',
    [hashes, memberId],
  );
  return tokens.map((token) => new HttpClient(stack.url, token));
}

describe('PUT /api/users/password', () => {
  it('ends all 50 sessions of the member within a second, and the new password alone opens a new one', async () => {
    const { client, user } = await visitor.join('many_doors');
    const sessions = [client, ...(await moreSessions(user.id, 49))];
    expect(new Set(await Promise.all(sessions.map(me)))).toEqual(new Set([200]));

    const change = await client.call('PUT', '/api/users/password', { oldPass: OLD, newPass: NEW });
    expect([change.status, change.body]).toEqual([200, {}]);

    expect(await me(client)).toBe(401);
    await aSecond();
    expect(new Set(await Promise.all(sessions.map(me)))).toEqual(new Set([401]));
    expect((await login('many_doors', OLD)).status).toBe(401);
    expect((await login('many_doors', NEW)).status).toBe(200);
  });

  it('with a wrong current password is 403 with the text of the spec, and keeps the session', async () => {
    const { client } = await visitor.join('mistaken');
    const response = await client.call('PUT', '/api/users/password', { oldPass: 'wrong', newPass: NEW });
    expect(response).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD', error: 'Wrong current password' },
    });
    expect(await me(client)).toBe(200);
  });

  it.each([
    [{}],
    [null],
    [{ oldPass: OLD }],
    [{ newPass: NEW }],
    [{ oldPass: OLD, newPass: 'short' }],
    [{ oldPass: OLD, newPass: 'x'.repeat(257) }],
    [{ oldPass: '', newPass: NEW }],
    [{ oldPass: [OLD], newPass: { a: 1 } }],
  ])('of %j is rejected with a sentence', async (body) => {
    const { client } = await visitor.join(`m_${randomBytes(4).toString('hex')}`);
    const response = await client.call('PUT', '/api/users/password', body);
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', requestId: expect.any(String) },
    });
    expect(await me(client)).toBe(200);
  });

  it('needs a session, whatever is sent', async () => {
    for (const path of ['/api/users/password', '/api/users/username', '/api/users/avatar']) {
      expect((await visitor.raw('PUT', path, '{broken')).status).toBe(401);
    }
  });
});

describe('the deletion of an account', () => {
  it('is asked for by its member, who is signed out at once, and called off when they are back', async () => {
    const { client } = await visitor.join('leaver');
    expect((await client.call('GET', DELETION)).body).toEqual({ deletion: null });
    const asked = await client.call('POST', DELETION, { keep_posts: false });
    expect(asked).toMatchObject({ status: 200, body: { keep_posts: false } });
    expectRejection(await client.call('GET', '/api/auth/me'), 401, 'UNAUTHENTICATED');
    const back = await visitor.call('POST', '/api/auth/login', {
      emailOrUser: 'leaver',
      password: OLD,
    });
    expect(back.body.user).toMatchObject({ deletion_at: asked.body.deletion_at });
    const again = new HttpClient(stack.url, back.body.token);
    expect((await again.call('GET', DELETION)).body).toEqual({ deletion: asked.body });
    expect((await again.call('DELETE', DELETION)).status).toBe(200);
    expect((await again.call('GET', '/api/auth/me')).body).not.toHaveProperty('deletion_at');
  });

  it('is asked for by nobody else, nor without a choice for the posts', async () => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expectRejection(
        await visitor.call(method, DELETION, method === 'POST' ? { keep_posts: true } : undefined),
        401,
        'UNAUTHENTICATED',
      );
    const { client } = await visitor.join('chooser');
    expectRejection(await client.call('POST', DELETION, {}), 400, 'INVALID_INPUT');
  });
});

describe('PUT /api/users/username', () => {
  it('renames at once: the profile, the posts, and the old address leads to the new one', async () => {
    const { client } = await visitor.join('first_name');
    const postId = await client.publish('A post');
    const renamed = await client.call('PUT', '/api/users/username', { username: ' Second_Name ' });
    expect(renamed).toMatchObject({ status: 200, body: { username: 'second_name' } });
    expect((await client.call('GET', '/api/auth/me')).body.username).toBe('second_name');
    await eventually(async () => {
      const { body } = await visitor.call('GET', `/api/posts/${postId}`);
      expect(body.author.username).toBe('second_name');
    });
    for (const name of ['second_name', 'first_name', 'FIRST_NAME']) {
      const { status, body } = await visitor.call('GET', `/api/users/${name}/posts`);
      expect([status, body.items[0].author.username]).toEqual([200, 'second_name']);
    }
  });

  it.each([
    ['ab', 400, 'USERNAME_INVALID'],
    ['   ', 400, 'INVALID_INPUT'],
    ['admin', 409, 'USERNAME_RESERVED'],
    ['SECOND_NAME', 409, 'USERNAME_TAKEN'],
    ['first_name', 409, 'USERNAME_RESERVED'],
    [7, 400, 'INVALID_INPUT'],
    [null, 400, 'INVALID_INPUT'],
  ])('to %j is rejected: %i %s', async (username, status, code) => {
    const { client } = await visitor.join(`m_${randomBytes(4).toString('hex')}`);
    const response = await client.call('PUT', '/api/users/username', { username });
    expect(response).toMatchObject({ status, body: { code, error: expect.stringMatching(/^\p{Lu}.{5,}/u) } });
  });

  it('is rejected after five in a day, with the time to come back', async () => {
    const { client } = await visitor.join('restless');
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const response = await client.call('PUT', '/api/users/username', { username: `restless_${count}` });
      statuses.push(response.status);
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(1);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('left no 5xx and no password behind in any log', () => {
    const logs = [stack.gateway, ...Object.values(stack.services)].map((process) => process.log).join('');
    expect(logs).not.toMatch(/"status":5\d\d|"level":(50|60)/);
    for (const secret of [OLD, NEW]) expect(logs).not.toContain(secret);
  });
});
