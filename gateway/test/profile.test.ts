import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { expectRejection } from './expect-rejection.js';
import { isOpenForTips } from './is-open-for-tips.js';

let stack: TestStack;
let visitor: HttpClient;
let author: HttpClient;
let reader: HttpClient;
let authorId: number;
let readerId: number;
let postId: number;

beforeAll(async () => {
  stack = await startStack();
  visitor = new HttpClient(stack.url);
  ({
    client: author,
    user: { id: authorId },
  } = await visitor.join('author'));
  ({
    client: reader,
    user: { id: readerId },
  } = await visitor.join('reader'));
  postId = await author.publish('Worth a tip');
  await eventually(async () => expect(await isOpenForTips(stack, postId)).toBe(true));
});
afterAll(() => stack.stop());

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
