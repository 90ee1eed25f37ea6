import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { expectRejection } from './expect-rejection.js';
import { isOpenForTips } from './is-open-for-tips.js';

const JSON_TYPE = { 'content-type': 'application/json' };

let stack: BootedStack;
let visitor: HttpClient;
let author: HttpClient;
let reader: HttpClient;
let authorId: number;
let readerId: number;
let postId: number;
let followed: HttpClient;
let follower: HttpClient;

beforeAll(async () => {
  stack = await bootStack();
  visitor = new HttpClient(stack.url);
  ({
    client: author,
    user: { id: authorId },
  } = await visitor.join('author'));
  ({
    client: reader,
    user: { id: readerId },
  } = await visitor.join('reader'));
  ({ client: followed } = await visitor.join('followed'));
  ({ client: follower } = await visitor.join('follower'));
  postId = await author.publish('Worth a tip');
  await eventually(async () => expect(await isOpenForTips(stack, postId)).toBe(true));
});
afterAll(() => stack.stop());

const path = (name: string, what: string) => `/api/posts/users/${name}/${what}`;
const send = (what: string, name = 'followed', client = follower) =>
  client.call('POST', path(name, what), undefined, JSON_TYPE);
const ask = (name = 'followed', client = follower) => client.call('GET', path(name, 'subscribed'));
const feed = (query = '', client = follower) => client.call('GET', `/api/posts/following/posts${query}`);

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
    for (const body of [undefined, {}, [], 'x', { username: 'follower', subscribed: false }]) {
      expect(await follower.call('POST', path('followed', 'subscribe'), body)).toMatchObject({ status: 200 });
    }
    expect((await ask()).body).toEqual({ subscribed: true });
  });

  it('fills the Following feed with the author’s posts, page by page', async () => {
    await send('subscribe');
    const ids: number[] = [];
    for (let index = 0; index < 21; index += 1) ids.push(await followed.publish(`Post ${index}`));
    await follower.publish('An own one');
    const first = await feed('?cursor=');
    expect(first.status).toBe(200);
    expect(first.body.items.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1).reverse());
    expect(first.body.items[0]).toMatchObject({
      title: 'Post 20',
      author: { username: 'followed' },
      likes_sum: 0,
    });
    const second = await feed(`?cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({ items: [{ id: ids[0] }], nextCursor: null });
    expectRejection(await feed(`?cursor=${first.body.nextCursor}`, followed), 400, 'INVALID_CURSOR');
    await send('unsubscribe');
    expect((await feed()).body).toEqual({ items: [], nextCursor: null });
  });
});

describe('a follow that cannot be', () => {
  it('of oneself is 409 with a sentence', async () => {
    const response = await send('subscribe', 'Follower');
    expectRejection(response, 409, 'CANNOT_FOLLOW_YOURSELF');
    expect(response.body.error).toBe('You cannot follow yourself.');
    expect((await ask('follower')).body).toEqual({ subscribed: false });
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
      expectRejection(await follower.raw('POST', path('followed', what), body), 400, 'MALFORMED_REQUEST');
  });

  it('by a visitor is 401, before anything else is looked at', async () => {
    for (const name of ['followed', 'nobody', '%00']) {
      expectRejection(await send('subscribe', name, visitor), 401, 'UNAUTHENTICATED');
      expectRejection(await send('unsubscribe', name, visitor), 401, 'UNAUTHENTICATED');
      expectRejection(await ask(name, visitor), 401, 'UNAUTHENTICATED');
    }
    expectRejection(await feed('', visitor), 401, 'UNAUTHENTICATED');
    expectRejection(await feed('?cursor=x', visitor), 401, 'UNAUTHENTICATED');
  });

  it('by another method, or at another address, leads nowhere', async () => {
    expectRejection(await follower.call('GET', path('followed', 'subscribe')), 404, 'ROUTE_NOT_FOUND');
    expectRejection(await follower.call('POST', path('followed', 'subscribed')), 404, 'ROUTE_NOT_FOUND');
    expectRejection(await follower.call('GET', path('', 'subscribed')), 404);
  });
});

describe('a call that needs a body', () => {
  it.each(['/api/posts', '/api/auth/login', '/api/auth/register', '/api/posts/1/like'])(
    '(%s) still rejects an empty one',
    async (address) =>
      expectRejection(await follower.raw('POST', address, '', JSON_TYPE), 400, 'INVALID_INPUT'),
  );
});

it('nothing before this left a 5xx behind in any log', () => {
  const logs = [stack.gateway, ...Object.values(stack.services)].map((process) => process.log).join('');
  expect(logs).not.toMatch(/"status":5\d\d|"level":(50|60)/);
});

const profile = (username = 'author', client = visitor) => client.call('GET', `/api/users/${username}`);
const history = (client = reader) => client.call('GET', '/api/wallet/history?kinds=all');
const week = (client = reader) => client.call('GET', '/api/wallet/week');

describe('a profile', () => {
  it('shows who it is, since when, and what they do here', async () => {
    const { status, body } = await profile('Author');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: authorId,
      username: 'author',
      avatar: '/static/default-avatar.png',
      is_verified: false,
      member_since: expect.any(String),
      like_received: 0,
      likeReceivedNano: '0',
      followers: 0,
      posts: 1,
      subscribed: null,
    });
    expect(Math.abs(Date.now() - Date.parse(body.member_since))).toBeLessThan(600_000);
  });

  it('follows what happens: follows at once, tips within moments', async () => {
    await reader.call('POST', '/api/posts/users/author/subscribe');
    expect((await profile('author', reader)).body).toMatchObject({ followers: 1, subscribed: true });
    expect((await profile('author', author)).body).toMatchObject({ followers: 1, subscribed: false });
    expect((await reader.call('POST', `/api/posts/${postId}/like`, { amount: 2.5 })).status).toBe(200);
    await eventually(async () =>
      expect((await profile()).body).toMatchObject({ like_received: 2.5, likeReceivedNano: '2500000000' }),
    );
    await reader.call('POST', '/api/posts/users/author/unsubscribe');
    expect((await profile('author', reader)).body).toMatchObject({ followers: 0, subscribed: false });
  });

  it.each(['nobody', '%2F', '%E2%80%AE', 'a'.repeat(100), '1000', 'me', 'password'])(
    'of %s, whom nobody knows, is 404',
    async (name) => expectRejection(await profile(name), 404, 'MEMBER_NOT_FOUND'),
  );

  it.each(['%00', 'a'.repeat(101), '%ff', '%'])('of %s, which is no name, is 400', async (name) =>
    expectRejection(await profile(name), 400),
  );
});

it('the own profile says when a held bonus comes, while it is held', async () => {
  const own = async () => (await reader.call('GET', '/api/auth/me')).body;
  const ledger = stack.schemas['tipping-ledger'].owner;
  expect(await own()).not.toHaveProperty('bonus_due_on');
  await ledger.query(`INSERT INTO held_bonus VALUES ($1, '2099-12-31')`, [readerId]);
  expect(await own()).toMatchObject({ id: readerId, bonus_due_on: '2099-12-31' });
  await ledger.query('DELETE FROM held_bonus');
  expect(await own()).not.toHaveProperty('bonus_due_on');
});

describe('the history', () => {
  it('names the other side and the post of each line', async () => {
    const [sent, bonus] = (await history()).body.items;
    expect(sent).toMatchObject({
      kind: 'tip-sent',
      amount: -2.5,
      post_id: postId,
      post_title: 'Worth a tip',
      counterparty: authorId,
      counterparty_user: {
        id: authorId,
        username: 'author',
        avatar: '/static/default-avatar.png',
        is_verified: false,
      },
      tx: null,
    });
    expect(bonus).toMatchObject({ kind: 'bonus', post_title: null, counterparty_user: null, tx: null });
    const [received] = (await history(author)).body.items;
    expect(received).toMatchObject({
      kind: 'tip-received',
      counterparty_user: { id: readerId, username: 'reader' },
    });
  });

  it('is told without names while posts is away, and so are the sums of the week', async () => {
    await stack.services.posts.stop();
    const { status, body } = await history();
    await stack.services.posts.start();
    expect(status).toBe(200);
    expect(body.items[0]).toMatchObject({
      amount: -2.5,
      post_title: null,
      counterparty: authorId,
      counterparty_user: null,
    });
    await eventually(async () => expect((await history()).body.items[0].post_title).toBe('Worth a tip'));
  });
});

describe('the week', () => {
  it('is what tips brought and took', async () => {
    const nothing = { amount: 0, amountNano: '0', is_exact: true };
    const { status, body } = await week();
    expect(status).toBe(200);
    expect(body).toEqual({
      from: expect.any(String),
      until: expect.any(String),
      earned: nothing,
      given: { amount: 2.5, amountNano: '2500000000', is_exact: true },
    });
    expect(Date.parse(body.until) - Date.parse(body.from)).toBe(7 * 24 * 3600 * 1000);
    const earned = { amount: 1.75, amountNano: '1750000000', is_exact: true };
    expect((await week(author)).body).toMatchObject({ earned, given: nothing });
  });

  it('is the member’s own: a visitor is 401', async () => {
    expectRejection(await week(visitor), 401, 'UNAUTHENTICATED');
  });
});
