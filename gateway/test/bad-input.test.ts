import { HttpClient } from '@likewell/testing/http-client';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expectRefusal } from './expect-refusal.js';

let stack: TestStack;
let visitor: HttpClient;
let member: HttpClient;
let author: HttpClient;
let postId: number;

beforeAll(async () => {
  stack = await startStack();
  visitor = new HttpClient(stack.url);
  ({ client: author } = await visitor.join('author'));
  ({ client: member } = await visitor.join('member'));
  postId = await author.publish('A post');
});
afterAll(() => stack.stop());

describe('an amount', () => {
  const texts = [
    ...[
      '0',
      '-0',
      '-1',
      '1.1234567',
      '0.0000001',
      '1e-7',
      '1e400',
      '-1e400',
      '1e21',
      '1000000000.000001',
      '9007199254740993',
    ],
    ...[
      '"NaN"',
      '"Infinity"',
      '"1e3"',
      '"0x10"',
      '"١"',
      '" 1"',
      '"1,5"',
      '"-1"',
      '""',
      '"99999999999999999999999999"',
    ],
    ...['null', 'true', '[1]', '{}', '{"value":1}', '"1.0000001"'],
  ];
  it.each(texts)('of %s is refused as the spec says', async (text) => {
    const answer = await member.raw('POST', `/api/posts/${postId}/like`, `{"amount":${text}}`);
    expectRefusal(answer, 400, 'INVALID_INPUT');
    expect(answer.body.error).toBe('Invalid amount');
  });

  it.each(['NaN', 'Infinity', '0x10', '1_000', "'1'", '.5', '01', '+1'])('of %s is no JSON', async (text) => {
    const answer = await member.raw('POST', `/api/posts/${postId}/like`, `{"amount":${text}}`);
    expectRefusal(answer, 400, 'MALFORMED_REQUEST');
  });

  it('that is missing, or a body that is, is refused as the spec says', async () => {
    for (const body of [{}, [], 'text', 1, null]) {
      const answer = await member.call('POST', `/api/posts/${postId}/like`, body);
      expectRefusal(answer, 400, 'INVALID_INPUT');
      expect(answer.body.error).toBe('Invalid amount');
    }
    expectRefusal(await member.call('POST', `/api/posts/${postId}/like`), 400);
  });

  it('that was refused has moved nothing', async () => {
    expect((await member.call('GET', '/api/auth/me')).body.tokensNano).toBe('100000000000');
    expect((await visitor.call('GET', `/api/posts/${postId}`)).body.likesSumNano).toBe('0');
  });

  it('may be a decimal text too, and extra fields change nothing', async () => {
    const { client } = await visitor.join('texter');
    const body = { amount: '0.000001', payerId: 1000, review_status: 'x', tokens: 1e9 };
    const answer = await client.call('POST', `/api/posts/${postId}/like`, body);
    expect(answer.body).toMatchObject({ tokensNano: '99999999000', tokens: 99.999999 });
  });
});

describe('a body', () => {
  it.each(['{', '{"amount":1', 'nonsense', '', '\u0000', '{"a":1}}', '{"__proto__":{"amount":1}}'])(
    'of %j is refused',
    async (body) => expectRefusal(await member.raw('POST', `/api/posts/${postId}/like`, body), 400),
  );

  it('of 10 MB is refused', async () => {
    const answer = await member.raw(
      'POST',
      '/api/posts',
      JSON.stringify({ title: 'x', body: 'x'.repeat(10_000_000) }),
    );
    expectRefusal(answer, 413, 'BODY_TOO_LARGE');
  });

  it('of another media type is refused', async () => {
    const answer = await member.raw('POST', '/api/posts', '<post/>', { 'content-type': 'application/xml' });
    expectRefusal(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each([
    ['PUT', '/api/users/avatar', 'multipart/form-data; boundary=x'],
    ['POST', '/api/posts', 'application/json'],
  ])('of a visitor’s %s %s is not waited for: the 401 comes first', async (method, path, type) => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 90000\r\n\r\n`;
    const socket = connect(Number(new URL(stack.url).port), '127.0.0.1');
    socket.write(head);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 [^]*"UNAUTHENTICATED"/);
  });

  it('that cannot be read is looked at only after the session', async () => {
    expectRefusal(await visitor.raw('POST', '/api/posts', '{'), 401, 'UNAUTHENTICATED');
    expectRefusal(await visitor.raw('POST', '/api/posts', 'x'.repeat(200_000)), 401, 'UNAUTHENTICATED');
    const xml = { 'content-type': 'application/xml' };
    expectRefusal(await visitor.raw('POST', '/api/posts', '<post/>', xml), 401, 'UNAUTHENTICATED');
  });

  it('of endless depth or ten thousand keys is refused', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expectRefusal(await member.raw('POST', '/api/posts', deep), 400);
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
    expectRefusal(await member.call('POST', '/api/posts', wide), 400);
  });
});

describe('a text', () => {
  it.each([
    [{}, 'Both title and body are required.'],
    [{ title: 'x' }, 'Both title and body are required.'],
    [{ title: ' ', body: 'x' }, 'Both title and body are required.'],
    [{ title: 'x', body: ' \n\t ' }, 'Both title and body are required.'],
    [{ title: 1, body: 'x' }, 'Both title and body are required.'],
    [{ title: 'x'.repeat(201), body: 'x' }, 'A title has at most 200 characters.'],
    [{ title: 'x', body: 'x'.repeat(10_001) }, 'A post has at most 10,000 characters.'],
    [{ title: 'x\u0000', body: 'x' }, 'The title holds characters that cannot be shown. Please remove them.'],
    [{ title: 'x', body: 'x\ud800y' }, 'The body holds characters that cannot be shown. Please remove them.'],
    [
      { title: 'x', body: '\u001b[31mred' },
      'The body holds characters that cannot be shown. Please remove them.',
    ],
  ])('%#: is refused with a sentence', async (body, sentence) => {
    const answer = await member.call('POST', '/api/posts', body);
    expectRefusal(answer, 400, 'INVALID_INPUT');
    expect(answer.body.error).toBe(sentence);
  });

  it.each([
    '<script>alert(1)</script>',
    "'; DROP TABLE post; --",
    '字'.repeat(10_000),
    'e\u0301'.repeat(5_000),
    '\u202etxt',
    '${7*7}',
    '👩‍👩‍👧‍👦',
  ])('%#: comes back as it was written, in its composed form', async (body) => {
    const answer = await member.call('POST', '/api/posts', { title: body.slice(0, 150), body });
    expect([answer.status, answer.body.body]).toEqual([201, body.normalize('NFC')]);
  });
});

describe('an address', () => {
  it.each(['0', '-1', '1.5', '1e3', 'abc', '9'.repeat(20), '0x1', '%00', '1%20', 'null'])(
    'of post %s names no post',
    async (id) => expectRefusal(await visitor.call('GET', `/api/posts/${id}`), 400),
  );

  it.each(['/api/posts/%ff', '/api/%', '/api/users/%c0%ae/posts'])('%s cannot be read', async (path) => {
    expectRefusal(await visitor.call('GET', path), 400);
  });

  it.each(['/api', '/api/', '/api/nothing', '/nothing', '/api/posts/1/like/2', '/api/auth/me/../../x'])(
    '%s leads nowhere',
    async (path) => expectRefusal(await visitor.call('GET', path), 404, 'ROUTE_NOT_FOUND'),
  );

  it('of a post that does not exist is 404 with the text of the spec', async () => {
    const answer = await visitor.call('GET', '/api/posts/999999999');
    expectRefusal(answer, 404, 'POST_NOT_FOUND');
    expect(answer.body.error).toBe('Post not found');
  });

  it('of a member may hold anything and is 404', async () => {
    for (const name of ['%2F', '%E2%80%AE', "';--", 'a'.repeat(100), '..%2F..', '1000']) {
      expectRefusal(await visitor.call('GET', `/api/users/${name}/posts`), 404, 'MEMBER_NOT_FOUND');
    }
  });
});

describe('a cursor', () => {
  it.each([
    'x',
    '0',
    '-1',
    '%00',
    "'%20OR%201=1",
    '9223372036854775808',
    'a'.repeat(300),
    'eyJwb3N0SWQiOjF9',
    '%F0%9F%92%9B',
  ])('of %s is refused', async (cursor) => {
    for (const list of ['/api/posts/new?', '/api/posts/best?range=all&', '/api/users/author/posts?']) {
      expectRefusal(await visitor.call('GET', `${list}cursor=${cursor}`), 400, 'INVALID_CURSOR');
    }
  });

  it('that is too long, or sent twice, is refused', async () => {
    expectRefusal(await visitor.call('GET', `/api/posts/new?cursor=${'a'.repeat(301)}`), 400);
    expectRefusal(await visitor.call('GET', '/api/posts/new?cursor=a&cursor=b'), 400);
  });

  it('changed in one place is refused', async () => {
    for (let index = 0; index < 21; index += 1)
      await author.call('POST', '/api/posts', { title: `${index}`, body: 'x' });
    const { body } = await author.call('GET', '/api/users/author/posts');
    const cursor = String(body.nextCursor);
    for (let index = 0; index < cursor.length - 1; index += 5) {
      const changed = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
      expectRefusal(
        await author.call('GET', `/api/users/author/posts?cursor=${changed}`),
        400,
        'INVALID_CURSOR',
      );
    }
  });

  it('of another range of Best is refused, and an unknown range too', async () => {
    const { body } = await visitor.call('GET', '/api/posts/best?range=all');
    if (body.nextCursor) {
      expectRefusal(await visitor.call('GET', `/api/posts/best?range=day&cursor=${body.nextCursor}`), 400);
    }
    expectRefusal(await visitor.call('GET', '/api/posts/best?range=decade'), 400, 'INVALID_INPUT');
  });
});

describe('a session token', () => {
  const routes = [
    ['GET', '/api/auth/me'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/posts'],
    ['PUT', '/api/posts/1'],
    ['DELETE', '/api/posts/1'],
    ['POST', '/api/posts/1/like'],
    ['GET', '/api/moderation/queue'],
    ['GET', '/api/moderation/decisions'],
    ['POST', '/api/moderation/revisions/1/decision'],
  ] as const;
  const forged = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Bearer ${'A'.repeat(43)}`,
    `Basic ${'A'.repeat(43)}`,
    `Bearer ${'A'.repeat(5000)}`,
  ];

  it.each(routes)('is needed for %s %s, before anything else is looked at', async (method, path) => {
    for (const authorization of forged) {
      const answer = await visitor.raw(method, path, method === 'GET' ? undefined : '{broken', {
        ...(authorization !== undefined && { authorization }),
      });
      expectRefusal(answer, 401, 'UNAUTHENTICATED');
    }
  });

  it.each([
    '//api/auth/me',
    '/api//auth/me',
    '/api/auth/me/',
    '/API/auth/me',
    '/api/auth/%6de',
    '/api/auth/me;x',
    '/api/./auth/me',
    '/api/auth/me%2f',
    '/api/auth/me?x=1',
    '/api/auth/me#',
  ])('is not spared by the spelling %s', async (path) => {
    const answer = await visitor.call('GET', path);
    expect([401, 404]).toContain(answer.status);
    expectRefusal(answer, answer.status);
  });

  it('that is forged reads public pages as a visitor', async () => {
    const headers = { authorization: `Bearer ${'A'.repeat(43)}` };
    expect((await visitor.call('GET', `/api/posts/${postId}`, undefined, headers)).status).toBe(200);
  });
});

describe('a sign-up', () => {
  const form = { username: 'newcomer', email: 'newcomer@example.org', password: 'long enough', ref: null };
  it.each([
    [{ username: '' }, 400],
    [{ username: 'ab' }, 400],
    [{ username: 'mаya' }, 400],
    [{ username: '12345' }, 400],
    [{ username: ['a', 'b', 'c'] }, 400],
    [{ username: 'admin' }, 409],
    [{ username: 'author' }, 409],
    [{ username: 'AUTHOR' }, 409],
    [{ email: 'author@example.org' }, 409],
    [{ email: 'Author@Example.org' }, 409],
    [{ email: 'nobody' }, 400],
    [{ email: `${'a'.repeat(250)}@b.cd` }, 400],
    [{ password: 'short' }, 400],
    [{ password: 'x'.repeat(257) }, 400],
    [{ password: null }, 400],
    [{ ref: 'x'.repeat(101) }, 400],
    [{ ref: 7 }, 400],
  ])('with %j is refused with a sentence', async (change, status) => {
    expectRefusal(await visitor.call('POST', '/api/auth/register', { ...form, ...change }), status);
  });

  it('sent as nothing at all is refused', async () => {
    for (const body of [{}, [], null, 'x']) {
      expectRefusal(await visitor.call('POST', '/api/auth/register', body), 400);
      expectRefusal(await visitor.call('POST', '/api/auth/login', body), 400);
    }
  });

  it('with an unknown referral code, or none, succeeds', async () => {
    const { user } = await visitor.join('unreferred', 'no-such-code');
    expect(user.tokens).toBe(100);
    const { ref: _, ...withoutRef } = { ...form, username: 'refless', email: 'refless@example.org' };
    expect((await visitor.call('POST', '/api/auth/register', withoutRef)).status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  it.each(['x', '1', 'not-a-uuid', '00000000-0000-0000-0000-00000000000g'])(
    'of %s is refused',
    async (key) => {
      const headers = { 'Idempotency-Key': key };
      const answer = await member.call('POST', `/api/posts/${postId}/like`, { amount: 1 }, headers);
      expectRefusal(answer, 400, 'INVALID_IDEMPOTENCY_KEY');
    },
  );
});

describe('what is no HTTP', () => {
  it.each([
    'BREW /api/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api HTTP/1.1\r\nno header\r\n\r\n',
    '\u0000\u0001\r\n\r\n',
  ])('%j is answered in the shape of every error', async (text) => {
    const socket = connect(Number(new URL(stack.url).port), '127.0.0.1');
    socket.end(text);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    const body = JSON.parse(answer.slice(answer.indexOf('{')));
    expect(body).toMatchObject({ code: 'MALFORMED_REQUEST', requestId: expect.any(String) });
  });
});

describe('the whole of it', () => {
  it('left no 5xx behind in any log', () => {
    const logs = [stack.gateway, ...Object.values(stack.services)].map((process) => process.log).join('');
    expect(logs).not.toMatch(/"status":5\d\d|"level":(50|60)/);
  });
});
