import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { postWithdrawn } from '@likewell/contracts/posts/events';
import { getLikesSum } from '@likewell/contracts/tipping-ledger/rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { eventually } from '@likewell/testing/eventually';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

/**
 * Members of each of two sides. In each round one side pays and the other one receives, so that no outcome
 * depends on which tips happened to share a batch. Members of a side were referred by those of the other one.
 */
const SIDE = 3;
const RUNS = 200;

interface Member {
  readonly id: number;
  readonly referrer: Member | null;
  readonly post: number;
  readonly closedPost: number;
  balance: bigint;
}

interface Settled {
  readonly payer: Member;
  readonly postId: number;
  readonly amount: bigint;
  readonly tipId: number;
}

const wish = fc.record({
  payer: fc.nat(SIDE - 1),
  author: fc.nat(SIDE - 1),
  kind: fc.constantFrom(
    'tip',
    'tip',
    'tip',
    'tip',
    'twin',
    'repeat',
    'other body',
    'own post',
    'closed',
    'unknown',
  ),
  /** Exact nano-LIKE, or hundredths of the payer's balance, which may be more than all of it. */
  amount: fc.oneof(
    fc.bigInt({ min: 1n, max: 1_000_000n }).map((nano) => ({ nano })),
    fc.integer({ min: 1, max: 110 }).map((hundredths) => ({ hundredths })),
  ),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let sides: [Member[], Member[]];
const likes = new Map<number, bigint>();
const system = { pool: 0n, platform: 0n };
const settled: Settled[] = [];

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  service.bus.respond(getTipTarget, () => ({ target: null }));
  sides = [await openSide([null, null, null]), []];
  sides[1] = await openSide([sides[0][0] ?? null, sides[0][0] ?? null, null]);
});
afterAll(() => service.stop());

async function openSide(referrers: (Member | null)[]): Promise<Member[]> {
  const side: Member[] = [];
  for (const referrer of referrers) {
    const id = await ledger.openMember(referrer?.id ?? null);
    const [post, closedPost] = [await ledger.publishPost(id), await ledger.publishPost(id)];
    await service.bus.tell(postWithdrawn, { postId: closedPost, authorId: id, version: 2 });
    side.push({ id, referrer, post, closedPost, balance: 100n * LIKE });
  }
  await eventually(async () => {
    const { rowCount } = await service.schema.owner.query(
      'SELECT FROM post_total WHERE open AND post_id = ANY ($1)',
      [side.map(({ closedPost }) => closedPost)],
    );
    expect(rowCount).toBe(0);
  });
  return side;
}

/** The plain model: a tip moves 70/20/10 when the payer's balance covers it, whatever else happens. */
function apply(payer: Member, author: Member, amount: bigint): boolean {
  if (payer.balance < amount) return false;
  const [holders, tenth] = [amount / 5n, amount / 10n];
  payer.balance -= amount;
  author.balance += amount - holders - tenth;
  system.pool += holders;
  if (payer.referrer) payer.referrer.balance += tenth;
  else system.platform += tenth;
  likes.set(author.post, (likes.get(author.post) ?? 0n) + amount);
  return true;
}

interface Expected {
  readonly request: { payer: Member; postId: number; amount: bigint; key: string };
  readonly outcome: string;
  readonly firstTipId?: number;
}

function memberAt(side: readonly Member[], index: number): Member {
  const member = side[index];
  if (!member) throw new RangeError(`nobody is at ${index}`);
  return member;
}

const keys = new WeakMap<Settled, string>();

/** Returns the request for one wish, and the outcome that the model expects. */
function expectedOf(
  { payer: payerIndex, author: authorIndex, kind, amount: wished }: Wish,
  payers: Member[],
  authors: Member[],
): Expected[] {
  const payer = memberAt(payers, payerIndex);
  const author = memberAt(authors, authorIndex);
  const share = 'nano' in wished ? wished.nano : (payer.balance * BigInt(wished.hundredths)) / 100n;
  const amount = share > 0n ? share : 1n;
  const request = { payer, postId: author.post, amount, key: randomUUID() };
  const earlier = settled.filter((tip) => tip.payer === payer).at(-1);
  if (earlier && kind === 'repeat') {
    const repeated = { ...earlier, key: keys.get(earlier) ?? '' };
    return [{ request: repeated, outcome: 'settled', firstTipId: earlier.tipId }];
  }
  if (earlier && kind === 'other body') {
    const changed = { ...earlier, amount: earlier.amount + 1n, key: keys.get(earlier) ?? '' };
    return [{ request: changed, outcome: 'IDEMPOTENCY_KEY_REUSED' }];
  }
  if (kind === 'own post') return [{ request: { ...request, postId: payer.post }, outcome: 'OWN_POST' }];
  if (kind === 'closed')
    return [{ request: { ...request, postId: author.closedPost }, outcome: 'POST_NOT_FOUND' }];
  if (kind === 'unknown')
    return [{ request: { ...request, postId: 777_777_777 }, outcome: 'POST_NOT_FOUND' }];
  const expected = { request, outcome: apply(payer, author, amount) ? 'settled' : 'INSUFFICIENT_FUNDS' };
  return kind === 'twin' ? [expected, expected] : [expected];
}

async function playRound(wishes: Wish[], payers: Member[], authors: Member[]): Promise<void> {
  const expected = wishes.flatMap((one) => expectedOf(one, payers, authors));
  const outcomes = await Promise.all(
    expected.map(({ request: { payer, postId, amount, key } }) =>
      ledger.tip(payer.id, postId, amount, key).then(
        ({ tipId }) => ({ outcome: 'settled', tipId }),
        (error: unknown) => ({ outcome: error instanceof AppError ? error.code : String(error), tipId: 0 }),
      ),
    ),
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(expected.map(({ outcome }) => outcome));
  const tipIdOfKey = new Map<string, number>();
  expected.forEach(({ request, outcome, firstTipId }, index) => {
    const tipId = outcomes[index]?.tipId ?? 0;
    if (outcome !== 'settled') return;
    expect(tipId).toBe(firstTipId ?? tipIdOfKey.get(request.key) ?? tipId);
    if (firstTipId === undefined && !tipIdOfKey.has(request.key)) {
      const tip = { payer: request.payer, postId: request.postId, amount: request.amount, tipId };
      keys.set(tip, request.key);
      settled.push(tip);
    }
    tipIdOfKey.set(request.key, tipId);
  });
}

async function expectLedgerAsModel(): Promise<void> {
  const { rows } = await service.schema.owner.query<{ id: string; balance: string }>(
    'SELECT id, balance FROM account',
  );
  const stored = new Map(rows.map(({ id, balance }) => [Number(id), BigInt(balance)]));
  for (const { id, balance } of sides.flat()) expect([id, stored.get(id)]).toEqual([id, balance]);
  expect([stored.get(3), stored.get(4)]).toEqual([system.pool, system.platform]);
}

it(`${RUNS} random games of parallel tips end as the plain model says, to the nano`, async () => {
  const round = fc.array(wish, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.tuple(round, round), async ([first, second]) => {
      await playRound(first, sides[0], sides[1]);
      await playRound(second, sides[1], sides[0]);
      await expectLedgerAsModel();
    }),
    // Each run continues from the state of the last one, so a failing one cannot be shrunk.
    { numRuns: RUNS, endOnFailure: true },
  );
  for (const { post } of sides.flat()) {
    expect(await service.bus.call(getLikesSum, { postId: post })).toEqual({
      likesSumNano: likes.get(post) ?? 0n,
    });
  }
  expect(settled.length).toBeGreaterThan(RUNS);
  await ledger.expectBalancedBooks();
}, 180_000);
