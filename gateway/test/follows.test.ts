import { HttpClient } from '@likewell/testing/http-client';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { expectRejection } from './expect-rejection.js';

const JSON_TYPE = { 'content-type': 'application/json' };

let stack: TestStack;
let visitor: HttpClient;
let member: HttpClient;
let author: HttpClient;

beforeAll(async () => {
  stack = await startStack();
  visitor = new HttpClient(stack.url);
  ({ client: author } = await visitor.join('author'));
  ({ client: member } = await visitor.join('member'));
});
afterAll(() => stack.stop());

const path = (name: string, what: string) => `/api/posts/users/${name}/${what}`;
const send = (what: string, name = 'author', client = member) =>
  client.call('POST', path(name, what), undefined, JSON_TYPE);
const ask = (name = 'author', client = member) => client.call('GET', path(name, 'subscribed'));
const feed = (query = '', client = member) => client.call('GET', `/api/posts/following/posts${query}`);

describe('following', () => {
  it('is sent with a JSON content type and no body, and may be repeated', async () => {
    expect((await ask()).body).toEqual({ subscribed: false });
    for (let time = 0; time < 2; time += 1) {
      expect(await send('subscribe')).toMatchObject({ status: 200, body: { subscribed: true } });
      expect((await ask()).body).toEqual({ subscribed: true });
    }
    for (let time = 0; time < 2; time += 1) {
      expect(await send('unsubscribe')).toMatchObject({ status: 200, body: { subscribed: false } });
      expect((await ask()).body).toEqual({ subscribed: false });
    }
  });

  it('may also be sent without a content type, and with a body that nobody reads', async () => {
    for (const body of [undefined, {}, [], 'x', { username: 'member', subscribed: false }]) {
      expect(await member.call('POST', path('author', 'subscribe'), body)).toMatchObject({ status: 200 });
    }
    expect((await ask()).body).toEqual({ subscribed: true });
  });

  it('fills the Following feed with the author’s posts, page by page', async () => {
    await send('subscribe');
    const ids: number[] = [];
    for (let index = 0; index < 21; index += 1) ids.push(await author.publish(`Post ${index}`));
    await member.publish('An own one');
    const first = await feed('?cursor=');
    expect(first.status).toBe(200);
    expect(first.body.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1).reverse());
    expect(first.body.items[0]).toMatchObject({
      title: 'Post 20',
      author: { username: 'author' },
      likes_sum: 0,
    });
    const second = await feed(`?cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ items: [{ id: ids[0] }], nextCursor: null });
    expectRejection(await feed(`?cursor=${first.body.nextCursor}`, author), 400, 'INVALID_CURSOR');
    await send('unsubscribe');
    expect((await feed()).body).toEqual({ items: [], nextCursor: null });
  });
});

describe('a follow that cannot be', () => {
  it('of oneself is 409 with a sentence', async () => {
    const response = await send('subscribe', 'Member');
    expectRejection(response, 409, 'CANNOT_FOLLOW_YOURSELF');
    expect(response.body.error).toBe('You cannot follow yourself.');
    expect((await ask('member')).body).toEqual({ subscribed: false });
  });

  it.each(['nobody', '%2F', '%E2%80%AE', "';--", 'a'.repeat(100), '..%2F..', '1000'])(
    'of %s, whom nobody knows, is 404',
    async (name) => {
      for (const response of [
        await send('subscribe', name),
        await send('unsubscribe', name),
        await ask(name),
      ])
        expectRejection(response, 404, 'MEMBER_NOT_FOUND');
    },
  );

  it.each(['%00', 'a'.repeat(101), '%ff', '%'])('of %s, which is no name, is 400', async (name) => {
    for (const response of [await send('subscribe', name), await send('unsubscribe', name), await ask(name)])
      expectRejection(response, 400);
  });

  it.each(['{', 'nonsense', '{"__proto__":{}}', '\u0000', ' '])('with the body %j is 400', async (body) => {
    for (const what of ['subscribe', 'unsubscribe'])
      expectRejection(await member.raw('POST', path('author', what), body), 400, 'MALFORMED_REQUEST');
  });

  it('by a visitor is 401, before anything else is looked at', async () => {
    for (const name of ['author', 'nobody', '%00']) {
      expectRejection(await send('subscribe', name, visitor), 401, 'UNAUTHENTICATED');
      expectRejection(await send('unsubscribe', name, visitor), 401, 'UNAUTHENTICATED');
      expectRejection(await ask(name, visitor), 401, 'UNAUTHENTICATED');
    }
    expectRejection(await feed('', visitor), 401, 'UNAUTHENTICATED');
    expectRejection(await feed('?cursor=x', visitor), 401, 'UNAUTHENTICATED');
  });

  it('by another method, or at another address, leads nowhere', async () => {
    expectRejection(await member.call('GET', path('author', 'subscribe')), 404, 'ROUTE_NOT_FOUND');
    expectRejection(await member.call('POST', path('author', 'subscribed')), 404, 'ROUTE_NOT_FOUND');
    expectRejection(await member.call('GET', path('', 'subscribed')), 404);
  });
});

describe('a call that needs a body', () => {
  it.each(['/api/posts', '/api/auth/login', '/api/auth/register', '/api/posts/1/like'])(
    '(%s) still rejects an empty one',
    async (address) =>
      expectRejection(await member.raw('POST', address, '', JSON_TYPE), 400, 'INVALID_INPUT'),
  );
});

describe('the whole of it', () => {
  it('left no 5xx behind in any log', () => {
    const logs = [stack.gateway, ...Object.values(stack.services)].map((process) => process.log).join('');
    expect(logs).not.toMatch(/"status":5\d\d|"level":(50|60)/);
  });
});
