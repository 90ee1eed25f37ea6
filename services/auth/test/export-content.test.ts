import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import { creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
import { exportWallets } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { TestBus } from '@likewell/testing/test-bus';
import { randomUUID } from 'node:crypto';
import { readZip, rowsOf, type Files } from './exports-under-test.js';

const PATH = '/api/users/me/export';
const LIKE = 1_000_000_000n;
const WALLET = {
  address: 'So11111111111111111111111111111111111111112',
  linkedAt: '2026-11-01T00:00:00.000Z',
};
const CLAIM = { address: WALLET.address, at: '2026-11-02T00:00:00.000Z' };
const UNLINKED = { address: 'SysvarC1ock11111111111111111111111111111111', at: '2026-11-20T00:00:00.000Z' };
/** Sizes like those of a member who uses everything each day for a year. */
const POSTS = 500;
const TIPS_EACH_WAY = 5000;
const TIPS_AT_ONCE = 100;
/** Of authors whom they follow, and of security events: one more than a page has. */
const MORE_THAN_A_PAGE = 1001;
const READY_WITHIN_MS = 60_000;

let stack: BootedStack;
let bus: TestBus;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await bootStack();
  bus = await TestBus.connect(stack.nats.url);
  visitor = new HttpClient(stack.url);
  bus.respond(exportWallets, () => ({
    items: [WALLET],
    unlinked: [{ ...UNLINKED, isTaken: false }],
    claims: [{ ...CLAIM, claimed: 2, claimedNano: 3n * LIKE }],
    memo: 'likewell:abcdefghijklmnop',
  }));
});
afterAll(async () => {
  await bus.close();
  await stack.stop();
});

async function exportOf(client: HttpClient): Promise<Files> {
  expect((await client.call('POST', PATH)).status).toBe(202);
  await eventually(async () => {
    expect((await client.call('GET', PATH)).body).toMatchObject({ status: 'ready' });
  }, READY_WITHIN_MS);
  const headers = { authorization: `Bearer ${client.token}` };
  const response = await fetch(`${stack.url}${PATH}/download`, { headers });
  return readZip(new Uint8Array(await response.arrayBuffer()));
}

const tip = (client: HttpClient, postId: number, amount: number) =>
  client.call('POST', `/api/posts/${postId}/like`, { amount }, { 'idempotency-key': randomUUID() });
/** Settles tips of 0.01 LIKE, as many as the ledger settles at once. The ledger must know the post. */
async function settle(payerId: number, postId: number) {
  const { rows } = await stack.schemas['tipping-ledger'].owner.query<{ outcome: string; tips: number }>(
    `SELECT outcome, count(*)::int AS tips FROM settle_tips(
       ARRAY(SELECT gen_random_uuid() FROM generate_series(1, $3::int)), array_fill($1::bigint, ARRAY[$3::int]),
       array_fill($2::bigint, ARRAY[$3::int]), array_fill(10000000::bigint, ARRAY[$3::int])) GROUP BY outcome`,
    [payerId, postId, TIPS_AT_ONCE],
  );
  expect(rows).toEqual([{ outcome: 'settled', tips: TIPS_AT_ONCE }]);
}
const nanoOf = async (client: HttpClient) =>
  BigInt((await client.call('GET', '/api/auth/me')).body.tokensNano);
const sumOf = (files: Files, table: string) =>
  rowsOf(files, table).reduce((sum, row) => sum + BigInt(String(row.amount_nano)), 0n);
const linesOf = (files: Files, table: string) => (files[`${table}.csv`] ?? '').trimEnd().split('\r\n');

it('has all that there is of a member, to the nano, and nothing that is another’s', async () => {
  const [{ client: maya, user }, { client: ola, user: olaUser }, { client: third, user: thirdUser }] =
    await Promise.all([visitor.join('maya'), visitor.join('ola'), visitor.join('third')]);
  const draftId = randomUUID();
  await bus.tell(draftWritten, { draftId });
  await eventually(async () => {
    expect(
      (await stack.schemas.posts.owner.query('SELECT FROM ai_draft WHERE id = $1', [draftId])).rowCount,
    ).toBe(1);
  });
  const drafted = await maya.call('POST', '/api/posts', {
    title: '=HYPERLINK("https://evil.example")',
    body: 'Said "twice",\nover two lines.',
    draft_id: draftId,
  });
  const own = await maya.publish('Mine', 'First text.');
  await maya.call('PUT', `/api/posts/${own}`, { title: 'Mine', body: 'Second text.' });
  const dropped = await maya.publish('Dropped');
  expect((await maya.call('DELETE', `/api/posts/${dropped}`)).status).toBe(200);
  const others = await ola.publish('Of another', 'What ola wrote.');
  expect((await tip(maya, others, 1.5)).status).toBe(200);
  expect((await tip(ola, own, 2.000001)).status).toBe(200);
  expect((await tip(third, others, 7)).status).toBe(200);
  expect((await maya.call('POST', '/api/posts/users/ola/subscribe')).status).toBe(200);
  const deposit = {
    signature: 'signature-of-a-deposit',
    memberId: user.id,
    amountNano: 12n * LIKE + 345_000n,
  };
  await bus.call(creditDeposit, deposit);
  await bus.call(creditDeposit, { ...deposit, signature: 'of-ola', memberId: olaUser.id });
  // Posts learns of tips from events.
  await eventually(async () => {
    const sums = 'SELECT likes_sum FROM post_rank WHERE post_id = $1';
    const { rows } = await stack.schemas.posts.owner.query(sums, [own]);
    expect(rows).toEqual([{ likes_sum: '2000001000' }]);
  });

  const files = await exportOf(maya);
  const balance = await nanoOf(maya);
  expect(sumOf(files, 'statement')).toBe(balance);
  expect(sumOf(files, 'balance')).toBe(balance);
  expect(rowsOf(files, 'profile')).toMatchObject([
    { member_id: user.id, username: 'maya', email: 'maya@example.org' },
  ]);
  expect(rowsOf(files, 'tips_given')).toMatchObject([
    { amount_like: '1.500000000', amount_nano: '1500000000', post_id: others, author: 'ola' },
  ]);
  expect(rowsOf(files, 'tips_received')).toMatchObject([
    { amount_nano: String((2_000_001_000n * 7n) / 10n), post_id: own, tipped_by: 'ola' },
  ]);
  expect(rowsOf(files, 'deposits')).toMatchObject([
    { amount_like: '12.000345000', chain_transaction: 'signature-of-a-deposit' },
  ]);
  expect(
    rowsOf(files, 'statement')
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['accrued', 'bonus', 'deposit', 'tip-received', 'tip-sent'].sort());
  expect(rowsOf(files, 'follows')).toMatchObject([{ username: 'ola' }]);
  expect(rowsOf(files, 'posts').map(({ post_id }) => post_id)).toEqual([drafted.body.id, own, dropped]);
  expect(rowsOf(files, 'posts')[2]?.deleted_at).not.toBeNull();
  expect(rowsOf(files, 'posts')[1]).toMatchObject({ title: 'Mine', tips_received_like: '2.000001000' });
  expect(rowsOf(files, 'post_texts').map(({ body, drafted_with_ai }) => [body, drafted_with_ai])).toEqual([
    ['Said "twice",\nover two lines.', true],
    ['First text.', false],
    ['Second text.', false],
    ['Some words about it.', false],
  ]);
  expect(rowsOf(files, 'wallets')).toEqual([{ address: WALLET.address, linked_at: WALLET.linkedAt }]);
  expect(rowsOf(files, 'unlinked_wallets')).toEqual([{ ...UNLINKED, linked_to_another: false }]);
  expect(rowsOf(files, 'claims')).toEqual([
    { ...CLAIM, deposits: 2, amount_like: '3.000000000', amount_nano: String(3n * LIKE) },
  ]);
  expect(rowsOf(files, 'deposit_memo')).toEqual([{ memo: 'likewell:abcdefghijklmnop' }]);
  expect(rowsOf(files, 'sessions')).toMatchObject([{ method: 'password' }]);
  expect(rowsOf(files, 'security_events').map(({ kind }) => kind)).toEqual([
    'registered',
    'export-requested',
  ]);
  expect(rowsOf(files, 'sign_in_methods')).toMatchObject([{ provider: 'password', account: null }]);
  expect(files['posts.csv']).toContain(
    `,"'=HYPERLINK(""https://evil.example"")","Said ""twice"",\nover two lines."`,
  );
  for (const table of Object.keys(files).filter((name) => name.endsWith('.json')))
    expect(Object.keys(files)).toContain(table.replace('.json', '.csv'));
  // The README explains that an entry of a giveaway names an account elsewhere, and that drafts are not
  // stored.
  expect(files['README.txt']).toMatch(/Giveaways: an entry.*\n[^]*Drafts by AI:/);

  const whole = Object.values(files).join('\n');
  for (const text of [
    'ola@example.org',
    'third',
    'What ola wrote.',
    'of-ola',
    thirdUser.public_token,
    olaUser.public_token,
  ])
    expect(whole).not.toContain(text);
});

it(`of ${2 * TIPS_EACH_WAY} tips and ${POSTS} posts is ready within a minute`, async () => {
  const [{ client: busy, user }, { client: fan, user: fanUser }] = await Promise.all([
    visitor.join('busy'),
    visitor.join('fan'),
  ]);
  const [own, others] = [await busy.publish('Mine'), await fan.publish('Theirs')];
  await eventually(async () => {
    const known = 'SELECT FROM post_total WHERE post_id IN ($1, $2)';
    expect((await stack.schemas['tipping-ledger'].owner.query(known, [own, others])).rowCount).toBe(2);
  });
  await stack.schemas.posts.owner.query(
    `WITH written AS (INSERT INTO post (author_id, created_at) SELECT $1, now() FROM generate_series(2, $2) RETURNING id)
       INSERT INTO post_revision (post_id, title, body, status, decided_at)
       SELECT id, 'A title of ' || id, repeat('Some words that somebody wrote. ', 90), 'approved', now() FROM written`,
    [user.id, POSTS],
  );
  await stack.schemas.posts.owner.query(
    `WITH followed AS (
       INSERT INTO author (id, username, is_verified, version)
       SELECT 500000 + n, 'followed_' || n, false, 1 FROM generate_series(1, $2::int) AS n RETURNING id)
     INSERT INTO follow (follower_id, author_id) SELECT $1, id FROM followed`,
    [user.id, MORE_THAN_A_PAGE],
  );
  await stack.schemas.auth.owner.query(
    `INSERT INTO security_event (member_id, kind, count, done_by)
     SELECT $1, 'signed-in', 1, 'member' FROM generate_series(1, $2::int)`,
    [user.id, MORE_THAN_A_PAGE],
  );
  for (const memberId of [user.id, fanUser.id])
    await bus.call(creditDeposit, { signature: `of ${memberId}`, memberId, amountNano: 100n * LIKE });
  for (let count = 0; count < TIPS_EACH_WAY; count += TIPS_AT_ONCE) {
    await settle(user.id, others);
    await settle(fanUser.id, own);
  }

  const begunAt = performance.now();
  const files = await exportOf(busy);
  const seconds = (performance.now() - begunAt) / 1000;
  const bytes = (await busy.call('GET', PATH)).body.bytes as number;
  process.stdout.write(`ready and downloaded in ${seconds.toFixed(1)} s, ${bytes} bytes\n`);
  expect(seconds).toBeLessThan(READY_WITHIN_MS / 1000);
  expect(rowsOf(files, 'tips_given')).toHaveLength(TIPS_EACH_WAY);
  expect(rowsOf(files, 'tips_received')).toHaveLength(TIPS_EACH_WAY);
  expect(linesOf(files, 'tips_given')).toHaveLength(TIPS_EACH_WAY + 1);
  expect(rowsOf(files, 'posts')).toHaveLength(POSTS);
  expect(rowsOf(files, 'follows')).toHaveLength(MORE_THAN_A_PAGE);
  const signIns = rowsOf(files, 'security_events').filter(({ kind }) => kind === 'signed-in');
  expect(signIns).toHaveLength(MORE_THAN_A_PAGE);
  expect(sumOf(files, 'statement')).toBe(await nanoOf(busy));
}, 300_000);
