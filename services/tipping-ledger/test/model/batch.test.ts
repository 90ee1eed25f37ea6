import type { ServiceUnderTest } from '@likewell/testing/start-service';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { LedgerUnderTest, LIKE } from '../ledger-under-test.js';

const BALANCE = 1000n;
const HOLDERS_POOL = 3;
const PLATFORM = 4;

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
/** Two members have a post; nobody referred the first one, who referred the second one, who referred the third one. */
let members: number[];
let posts: number[];

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  members = [await ledger.openMember()];
  for (const index of [0, 1, 2]) members.push(await ledger.openMember(members[index]));
  posts = [await ledger.publishPost(members[0] ?? 0), await ledger.publishPost(members[1] ?? 0)];
  await ledger.tip(members[2] ?? 0, posts[0] ?? 0, 90n * LIKE);
  await ledger.closeEpoch();
});
afterAll(() => service.stop());

const slot = fc.nat(3);
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: BALANCE + BALANCE / 5n }),
  // Fifths of a balance, so that some tips take all that is left.
  fc.integer({ min: 1, max: 6 }).map((fifths) => (BigInt(fifths) * BALANCE) / 5n),
);
const batches = fc.record({
  tips: fc.array(fc.record({ payer: slot, post: fc.nat(1), amount }), { minLength: 1, maxLength: 12 }),
  /** Which members were last settled before the epoch was closed. */
  isStale: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
});
type Batch = typeof batches extends fc.Arbitrary<infer T> ? T : never;

/**
 * Calls the SQL function directly: through the service a batch that overdraws would go unnoticed, since
 * Postgres rejects it and its tips are then settled one by one.
 */
it('a batch gives each payer the outcome of their tips one after the other, and each account its sum', async () => {
  const client = await ledger.schema.owner.connect();
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      await client.query('BEGIN');
      try {
        await client.query(
          `UPDATE account SET balance = $1, epoch = CASE WHEN stale THEN 0 ELSE 1 END
           FROM unnest($2::bigint[], $3::boolean[]) AS member (id, stale) WHERE account.id = member.id`,
          [String(BALANCE), members, batch.isStale],
        );
        await playBatch(client, batch, outcomes);
      } finally {
        await client.query('ROLLBACK');
      }
    }),
    { numRuns: 300 },
  );
  client.release();
  expect([...outcomes].sort()).toEqual(['not-covered', 'own-post', 'settled']);
});

async function playBatch(client: PoolClient, { tips }: Batch, outcomes: Set<string>): Promise<void> {
  const before = await balancesNow(client);
  const left = new Map(before);
  const after = new Map(before);
  const add = (id: number | undefined, amount: bigint) =>
    after.set(id ?? PLATFORM, (after.get(id ?? PLATFORM) ?? 0n) + amount);
  const likes = await likesOf(client);
  const expected = tips.map(({ payer, post, amount }) => {
    const payerId = members[payer] ?? 0;
    if (payer === post) return 'own-post';
    const available = left.get(payerId) ?? 0n;
    if (available < amount) return 'not-covered';
    // What a member receives in a batch can be spent from the next batch on.
    left.set(payerId, available - amount);
    add(payerId, -amount);
    add(members[post], amount - amount / 5n - amount / 10n);
    add(HOLDERS_POOL, amount / 5n);
    add(members[payer - 1], amount / 10n);
    likes[post] = (likes[post] ?? 0n) + amount;
    return 'settled';
  });

  const { rows } = await client.query<{ outcome: string; payer_balance: string; post_likes: string }>(
    'SELECT * FROM settle_tips($1, $2, $3, $4)',
    [
      tips.map(() => randomUUID()),
      tips.map(({ payer }) => members[payer]),
      tips.map(({ post }) => posts[post]),
      tips.map(({ amount }) => String(amount)),
    ],
  );

  expect(rows.map(({ outcome }) => outcome)).toEqual(expected);
  for (const outcome of expected) outcomes.add(outcome);
  expect(rows.map((row) => BigInt(row.payer_balance))).toEqual(
    tips.map(({ payer }) => after.get(members[payer] ?? 0)),
  );
  expect(rows.map((row) => BigInt(row.post_likes))).toEqual(tips.map(({ post }) => likes[post]));
  expect(await likesOf(client)).toEqual(likes);
  const settled = await client.query<{ paid: string }>(
    `SELECT coalesce(sum(amount), 0) AS paid FROM movement WHERE kind = 'settlement' AND xmin = pg_current_xact_id()::xid`,
  );
  add(HOLDERS_POOL, -BigInt(settled.rows[0]?.paid ?? 0));
  expect(await balancesNow(client)).toEqual(after);
}

async function balancesNow(client: PoolClient): Promise<Map<number, bigint>> {
  const { rows } = await client.query<{ id: string; balance: string }>(
    `SELECT id, CASE kind WHEN 'member' THEN balance_now(balance, epoch) ELSE balance END AS balance
     FROM account ORDER BY id`,
  );
  return new Map(rows.map(({ id, balance }) => [Number(id), BigInt(balance)]));
}

async function likesOf(client: PoolClient): Promise<bigint[]> {
  const { rows } = await client.query<{ likes_sum: string }>(
    'SELECT likes_sum FROM post_total ORDER BY post_id',
  );
  return rows.map(({ likes_sum }) => BigInt(likes_sum));
}
