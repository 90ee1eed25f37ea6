import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { hash } from 'node:crypto';
import { connect } from 'node:net';
import { expectRejection } from './expect-rejection.js';

let stack: BootedStack;
let visitor: HttpClient;
let member: HttpClient;
let author: HttpClient;
let postId: number;

beforeAll(async () => {
  stack = await bootStack();
  visitor = new HttpClient(stack.url);
  ({ client: author } = await visitor.join('author'));
  // An address counts as taken once it is verified.
  await stack.schemas.auth.owner.query('UPDATE member SET email_verified_at = now()');
  ({ client: member } = await visitor.join('member'));
  postId = await author.publish('A post');
});
afterAll(() => stack.stop());

describe('an amount', () => {
  const texts = [
    ...'0 -0 -1 1.1234567 0.0000001 1e-7 1e400 -1e400 1e21 1000000000.000001 9007199254740993'.split(' '),
    ...'"NaN" "Infinity" "1e3" "0x10" "١" "1,5" "-1" "" "99999999999999999999999999" "1.0000001"'.split(' '),
    ...'"0" "-0" "1_000" "+1" ".5" "5." "01" "１" "½" "1\'" "1;" "1--" "null" -0.000001 100.0000001 1e300'.split(
      ' ',
    ),
    ...[`"${'9'.repeat(400)}"`, `"0.${'0'.repeat(400)}1"`, '"1\\u0000"', '"1 "', 'false', '[]', '["1","2"]'],
    ...['" 1"', 'null', 'true', '[1]', '{}', '{"value":1}', '{"$gt":0}'],
  ];
  it.each(texts)('of %s is rejected as the spec says', async (text) => {
    const response = await member.raw('POST', `/api/posts/${postId}/like`, `{"amount":${text}}`);
    expectRejection(response, 400, 'INVALID_INPUT');
    expect(response.body.error).toBe('Invalid amount');
  });

  it.each(['NaN', 'Infinity', '0x10', '1_000', "'1'", '.5', '01', '+1'])('of %s is no JSON', async (text) => {
    const response = await member.raw('POST', `/api/posts/${postId}/like`, `{"amount":${text}}`);
    expectRejection(response, 400, 'MALFORMED_REQUEST');
  });

  it('that is missing, or a body that is, is rejected as the spec says', async () => {
    for (const body of [{}, [], 'text', 1, null]) {
      const response = await member.call('POST', `/api/posts/${postId}/like`, body);
      expectRejection(response, 400, 'INVALID_INPUT');
      expect(response.body.error).toBe('Invalid amount');
    }
    expectRejection(await member.call('POST', `/api/posts/${postId}/like`), 400);
  });

  it('that was rejected has moved nothing', async () => {
    expect((await member.call('GET', '/api/auth/me')).body.tokensNano).toBe('100000000000');
    expect((await visitor.call('GET', `/api/posts/${postId}`)).body.likesSumNano).toBe('0');
  });

  it('may be a decimal text too, and extra fields change nothing', async () => {
    const { client } = await visitor.join('texter');
    const body = { amount: '0.000001', payerId: 1000, review_status: 'x', tokens: 1e9 };
    const response = await client.call('POST', `/api/posts/${postId}/like`, body);
    expect(response.body).toMatchObject({ tokensNano: '99999999000', tokens: 99.999999 });
  });
});

it('a tip in the name of another member is paid by who sends it', async () => {
  const [{ client }, { client: named, user }] = [await visitor.join('sender'), await visitor.join('named')];
  for (const name of 'payerId payer_id memberId member_id user_id userId from actor id'.split(' ')) {
    const body = { amount: 0.5, [name]: user.id };
    await client.call('POST', `/api/posts/${postId}/like?${name}=${user.id}`, body);
  }
  expect((await client.call('GET', '/api/auth/me')).body.tokens).toBe(95.5);
  expect((await named.call('GET', '/api/auth/me')).body.tokens).toBe(100);
});

describe('a body', () => {
  it.each(['{', '{"amount":1', 'nonsense', '', '\u0000', '{"a":1}}', '{"__proto__":{"amount":1}}'])(
    'of %j is rejected',
    async (body) => expectRejection(await member.raw('POST', `/api/posts/${postId}/like`, body), 400),
  );

  it('of 10 MB is rejected', async () => {
    const response = await member.raw(
      'POST',
      '/api/posts',
      JSON.stringify({ title: 'x', body: 'x'.repeat(10_000_000) }),
    );
    expectRejection(response, 413, 'BODY_TOO_LARGE');
  });

  it.each(['application/xml', 'text/plain', 'application/jsonp', 'json', 'application/json/x', '*', '*/*'])(
    'of the media type %s is rejected',
    async (type) => {
      const response = await member.raw('POST', '/api/posts', '{}', { 'content-type': type });
      expectRejection(response, 415, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;x="a;b"',
  ])('of the media type %s is read', async (type) => {
    const response = await member.raw('POST', '/api/posts', '{}', { 'content-type': type });
    expectRejection(response, 400, 'INVALID_INPUT');
  });

  it.each([
    ['PUT', '/api/users/avatar', 'multipart/form-data; boundary=x'],
    ['POST', '/api/posts', 'application/json'],
  ])('of a visitor’s %s %s is not waited for: the 401 comes first', async (method, path, type) => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 90000\r\n\r\n`;
    // The gateway closes the connection a moment after the response.
    const socket = connect(Number(new URL(stack.url).port), '127.0.0.1').on('error', () => undefined);
    socket.write(head);
    let response = '';
    socket.on('data', (chunk) => (response += String(chunk)));
    await eventually(() => expect(response).toMatch(/^HTTP\/1\.1 401 [^]*"UNAUTHENTICATED"/));
    socket.destroy();
  });

  it('that cannot be read is looked at only after the session', async () => {
    expectRejection(await visitor.raw('POST', '/api/posts', '{'), 401, 'UNAUTHENTICATED');
    expectRejection(await visitor.raw('POST', '/api/posts', 'x'.repeat(200_000)), 401, 'UNAUTHENTICATED');
    const xml = { 'content-type': 'application/xml' };
    expectRejection(await visitor.raw('POST', '/api/posts', '<post/>', xml), 401, 'UNAUTHENTICATED');
  });

  it('of endless depth or ten thousand keys is rejected', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    expectRejection(await member.raw('POST', '/api/posts', deep), 400);
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]));
    expectRejection(await member.call('POST', '/api/posts', wide), 400);
  });

  it('of endless depth where nobody reads it is left there', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const proof = `{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"e30","deep":${deep}}}`;
    const response = await visitor.raw('POST', '/api/auth/login-passkey', `{"response":${proof}}`);
    expectRejection(response, 403, 'PASSKEY_NOT_PROVEN');
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
  ])('%#: is rejected with a sentence', async (body, sentence) => {
    const response = await member.call('POST', '/api/posts', body);
    expectRejection(response, 400, 'INVALID_INPUT');
    expect(response.body.error).toBe(sentence);
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
    const response = await member.call('POST', '/api/posts', { title: body.slice(0, 150), body });
    expect([response.status, response.body.body]).toEqual([201, body.normalize('NFC')]);
  });
});

describe('an address', () => {
  it.each(['0', '-1', '1.5', '1e3', 'abc', '9'.repeat(20), '0x1', '%00', '1%20', 'null'])(
    'of post %s names no post',
    async (id) => expectRejection(await visitor.call('GET', `/api/posts/${id}`), 400),
  );

  it.each(['/api/posts/%ff', '/api/%', '/api/users/%c0%ae/posts'])('%s cannot be read', async (path) => {
    expectRejection(await visitor.call('GET', path), 400);
  });

  it.each(['/api', '/api/', '/api/nothing', '/nothing', '/api/posts/1/like/2', '/api/auth/me/../../x'])(
    '%s leads nowhere',
    async (path) => expectRejection(await visitor.call('GET', path), 404, 'ROUTE_NOT_FOUND'),
  );

  it('of a post that does not exist is 404 with the text of the spec', async () => {
    const response = await visitor.call('GET', '/api/posts/999999999');
    expectRejection(response, 404, 'POST_NOT_FOUND');
    expect(response.body.error).toBe('Post not found');
  });

  it('of a member may hold anything and is 404', async () => {
    for (const name of ['%2F', '%E2%80%AE', "';--", 'a'.repeat(100), '..%2F..', '1000']) {
      expectRejection(await visitor.call('GET', `/api/users/${name}/posts`), 404, 'MEMBER_NOT_FOUND');
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
  ])('of %s is rejected', async (cursor) => {
    for (const list of ['/api/posts/new?', '/api/posts/best?range=all&', '/api/users/author/posts?']) {
      expectRejection(await visitor.call('GET', `${list}cursor=${cursor}`), 400, 'INVALID_CURSOR');
    }
  });

  it('that is too long, or sent twice, is rejected', async () => {
    const lists = ['posts/new', 'users/author/posts', 'posts/following/posts', 'wallet/history'];
    for (const list of lists)
      for (const query of [`cursor=${'a'.repeat(301)}`, 'cursor=a&cursor=b'])
        expectRejection(await member.call('GET', `/api/${list}?${query}`), 400, 'INVALID_CURSOR');
  });

  it('changed in one place is rejected', async () => {
    for (let index = 0; index < 21; index += 1)
      await author.call('POST', '/api/posts', { title: `${index}`, body: 'x' });
    const { body } = await author.call('GET', '/api/users/author/posts');
    const cursor = String(body.nextCursor);
    for (let index = 0; index < cursor.length - 1; index += 5) {
      const changed = cursor.slice(0, index) + (cursor[index] === 'A' ? 'B' : 'A') + cursor.slice(index + 1);
      expectRejection(
        await author.call('GET', `/api/users/author/posts?cursor=${changed}`),
        400,
        'INVALID_CURSOR',
      );
    }
  });

  it('of another list is rejected', async () => {
    const { body } = await author.call('GET', '/api/users/author/posts');
    for (const list of [
      'posts/best',
      'posts/new',
      'posts/following/posts',
      'wallet/history',
      'holders/epochs',
    ])
      expectRejection(
        await author.call('GET', `/api/${list}?cursor=${body.nextCursor}`),
        400,
        'INVALID_CURSOR',
      );
  });

  it('of another range of Best is rejected, and an unknown range too', async () => {
    const { body } = await visitor.call('GET', '/api/posts/best?range=all');
    if (body.nextCursor) {
      expectRejection(await visitor.call('GET', `/api/posts/best?range=day&cursor=${body.nextCursor}`), 400);
    }
    expectRejection(await visitor.call('GET', '/api/posts/best?range=decade'), 400, 'INVALID_INPUT');
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
      const response = await visitor.raw(method, path, method === 'GET' ? undefined : '{broken', {
        ...(authorization !== undefined && { authorization }),
      });
      expectRejection(response, 401, 'UNAUTHENTICATED');
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
    const response = await visitor.call('GET', path);
    expect([401, 404]).toContain(response.status);
    expectRejection(response, response.status);
  });

  it('that is almost one, or of another kind, opens nothing', async () => {
    const token = (await visitor.join('almost')).client.token ?? '';
    const flipped = Array.from(token.slice(0, 12), (letter, at) =>
      [token.slice(0, at), letter === 'A' ? 'B' : 'A', token.slice(at + 1)].join(''),
    );
    const tokens = [
      ...[...flipped, token.toUpperCase(), token.toLowerCase(), `${token}x`, token.slice(0, -1), `${token}=`],
      ...[
        hash('sha256', token),
        hash('sha256', token, 'base64url'),
        `${token},${token}`,
        `${token} ${token}`,
      ],
      ...['null', 'undefined', 'true', '1000', '1000:admin', '{}', '[]', '*', '%00', '../..', "' or 1=1 --"],
    ].map((text) => `Bearer ${text}`);
    const ofOtherKinds = [
      ...[`Basic ${Buffer.from(token).toString('base64')}`, `Token ${token}`, token, `Bearer${token}`],
      ...['Negotiate x', 'Digest username="x"'],
    ];
    for (const authorization of [...tokens, ...ofOtherKinds])
      expectRejection(
        await visitor.call('GET', '/api/auth/me', undefined, { authorization }),
        401,
        'UNAUTHENTICATED',
      );
  });

  it('in another place is not looked at', async () => {
    const { client, user } = await visitor.join('elsewhere');
    const token = client.token ?? '';
    const places: [string, Record<string, string>][] = [
      [`?token=${token}`, {}],
      [`?access_token=${token}`, {}],
      ['', { cookie: `token=${token}; session=${token}; authorization=Bearer ${token}` }],
      ['', { 'x-token': token, 'x-auth-token': token, 'x-access-token': token }],
      ['', { 'proxy-authorization': `Bearer ${token}` }],
      ['', { 'x-member-id': `${user.id}`, 'x-user-id': `${user.id}`, 'likewell-context': `${user.id}` }],
    ];
    for (const [query, headers] of places)
      expectRejection(await visitor.call('GET', `/api/auth/me${query}`, undefined, headers), 401);
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
  ])('with %j is rejected with a sentence', async (change, status) => {
    expectRejection(await visitor.call('POST', '/api/auth/register', { ...form, ...change }), status);
  });

  it.each([
    ...[
      'a@b.example\r\nBcc: x@evil.example',
      'a@b.example\nSubject: x',
      'a@b.example%0d%0aBcc:x@evil.example',
    ],
    ...['a@b.example,x@evil.example', 'a@b.example;x@evil.example', 'a@b.example x@evil.example'],
    ...['<x@evil.example>', '"a\r\nRCPT TO:<x@evil.example>"@b.example', 'Evil <x@evil.example>'],
    ...['a@b.example>\r\nDATA', 'a@[127.0.0.1]', 'a@b@evil.example', 'a@b.example\u2028x', 'a@b.example\0'],
    '-oQ/tmp@b.example -X/tmp/x',
  ])('with the address %j, which is more than one, is rejected', async (email) => {
    expectRejection(await visitor.call('POST', '/api/auth/register', { ...form, email }), 400);
  });

  it('sent as nothing at all is rejected', async () => {
    for (const body of [{}, [], null, 'x']) {
      expectRejection(await visitor.call('POST', '/api/auth/register', body), 400);
      expectRejection(await visitor.call('POST', '/api/auth/login', body), 400);
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
    'of %s is rejected',
    async (key) => {
      const headers = { 'Idempotency-Key': key };
      const response = await member.call('POST', `/api/posts/${postId}/like`, { amount: 1 }, headers);
      expectRejection(response, 400, 'INVALID_IDEMPOTENCY_KEY');
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
    let response = '';
    for await (const chunk of socket) response += String(chunk);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    const body = JSON.parse(response.slice(response.indexOf('{')));
    expect(body).toMatchObject({ code: 'MALFORMED_REQUEST', requestId: expect.any(String) });
  });
});

describe('the whole of it', () => {
  it('left no 5xx behind in any log', () => {
    const logs = [stack.gateway, ...Object.values(stack.services)].map((process) => process.log).join('');
    expect(logs).not.toMatch(/"status":5\d\d|"level":(50|60)/);
  });
});
