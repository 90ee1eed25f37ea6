import { commonErrors } from '@likewell/contracts/core/common-errors';
import { postErrors } from '@likewell/contracts/posts/errors';
import { postWithdrawn } from '@likewell/contracts/posts/events';
import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { ledgerErrors } from '@likewell/contracts/tipping-ledger/errors';
import { getLikesSum } from '@likewell/contracts/tipping-ledger/rpc';
import { eventually } from '@likewell/testing/eventually';
import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { randomUUID } from 'node:crypto';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
});
afterAll(() => service.stop());

const openMember = (referrerId: number | null = null) => ledger.openMember(referrerId);
const publishPost = (authorId: number) => ledger.publishPost(authorId);
const tip = (payerId: number, postId: number, amountNano: bigint, key?: string) =>
  ledger.tip(payerId, postId, amountNano, key);
const balance = (memberId: number) => ledger.balance(memberId);

async function systemBalances(): Promise<Record<string, bigint>> {
  const { rows } = await ledger.schema.owner.query<{ kind: string; balance: string }>(
    `SELECT kind, balance FROM account WHERE kind <> 'member'`,
  );
  return Object.fromEntries(rows.map((row) => [row.kind, BigInt(row.balance)]));
}

describe('a tip', () => {
  it('splits 70/20/10 and reduces the payer by the whole amount', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    const postId = await publishPost(author);
    const before = await systemBalances();

    const response = await tip(payer, postId, (15n * LIKE) / 10n);

    expect(response).toMatchObject({ balanceNano: 98_500_000_000n, likesSumNano: 1_500_000_000n });
    expect(await balance(author)).toBe(101_050_000_000n);
    const after = await systemBalances();
    expect(after['holders-pool']).toBe((before['holders-pool'] ?? 0n) + 300_000_000n);
    expect(after.platform).toBe((before.platform ?? 0n) + 150_000_000n);
  });

  it('pays the ten percent to the member who referred the payer', async () => {
    const sharer = await openMember();
    const [payer, author] = [await openMember(sharer), await openMember()];
    const before = await systemBalances();

    await tip(payer, await publishPost(author), 10n * LIKE);

    expect(await balance(sharer)).toBe(101n * LIKE);
    expect((await systemBalances()).platform).toBe(before.platform);
  });

  it('adds to what its post had', async () => {
    const [payer, other, author] = [await openMember(), await openMember(), await openMember()];
    const postId = await publishPost(author);
    expect(await tip(payer, postId, LIKE)).toMatchObject({ likesSumNano: LIKE });
    expect(await tip(other, postId, 2n * LIKE)).toMatchObject({ likesSumNano: 3n * LIKE });
    expect(await ledger.bus.call(getLikesSum, { postId })).toEqual({ likesSumNano: 3n * LIKE });
  });

  it('of the smallest amount splits exactly', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    await tip(payer, await publishPost(author), 1000n);
    expect(await balance(author)).toBe(100n * LIKE + 700n);
  });

  it('is rejected on the own post, on a withdrawn post and on a post that nobody knows', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    const postId = await publishPost(author);
    const posts = ledger.bus.respond(getTipTarget, () => ({ target: null }));
    await expect(tip(author, postId, LIKE)).rejects.toMatchObject({ code: ledgerErrors.OWN_POST.code });
    await expect(tip(payer, 999_999, LIKE)).rejects.toMatchObject({ code: postErrors.POST_NOT_FOUND.code });

    await ledger.bus.tell(postWithdrawn, { postId, authorId: author, version: 2 });
    await eventually(() =>
      expect(tip(payer, postId, 200n * LIKE)).rejects.toMatchObject({ code: postErrors.POST_NOT_FOUND.code }),
    );
    posts.stop();
    expect(await balance(payer)).toBe(100n * LIKE);
  });

  it('asks posts once for a post whose news has not arrived yet', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    const postId = ledger.newId();
    let asked = 0;
    const posts = ledger.bus.respond(getTipTarget, () => {
      asked += 1;
      return { target: { authorId: author, open: true, version: 1 } };
    });
    await tip(payer, postId, LIKE);
    await tip(payer, postId, LIKE);
    posts.stop();
    expect(asked).toBe(1);
  });

  it('on an unknown post answers "unavailable" while posts is away, and known posts go on', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    const known = await publishPost(author);
    await expect(tip(payer, 888_888, LIKE)).rejects.toMatchObject({ code: commonErrors.UNAVAILABLE.code });
    await expect(tip(payer, known, LIKE)).resolves.toMatchObject({ likesSumNano: LIKE });
  });

  it('from a member without an account is rejected without a trace', async () => {
    const postId = await publishPost(await openMember());
    await expect(tip(ledger.newId(), postId, LIKE)).rejects.toMatchObject({
      code: ledgerErrors.ACCOUNT_NOT_OPEN.code,
    });
    expect(await ledger.bus.call(getLikesSum, { postId })).toEqual({ likesSumNano: 0n });
  });

  it('for an author without an account says whose it is', async () => {
    const postId = await publishPost(ledger.newId());
    await expect(tip(await openMember(), postId, LIKE)).rejects.toMatchObject({
      code: 'AUTHOR_ACCOUNT_NOT_OPEN',
      kind: 'unavailable',
      message: "The author's account is still being set up. Please try again in a moment.",
    });
  });
});

/** Sends tips while the ledger's lock is held; the first one waits for it, the others are its next batch. */
async function tipBehindTheFirst(first: () => Promise<unknown>, others: () => Promise<unknown>[]) {
  const elsewhere = await ledger.schema.owner.connect();
  await elsewhere.query('BEGIN');
  await elsewhere.query('SELECT FROM holders_state FOR UPDATE');
  const tips = [first()];
  await ledger.waitingForLock();
  tips.push(...others());
  // The service reads calls in order: with this response it has read the tips.
  await ledger.bus.call(getLikesSum, { postId: 999_999 });
  await elsewhere.query('COMMIT');
  elsewhere.release();
  await Promise.all(tips);
}

it('totals are told as of the member who tipped, and as of nobody when tips of several are settled together', async () => {
  const [author, ...payers] = [
    await openMember(),
    await openMember(),
    await openMember(),
    await openMember(),
  ];
  const [first, second, third] = payers;
  const posts = [await publishPost(author), await publishPost(author), await publishPost(author)];
  const [firstPost = 0, alonePost = 0, sharedPost = 0] = posts;
  const tipAs = (actor: number, postId: number) => () =>
    runInContext(newContext({ actor, requestId: `request-of-${actor}` }), () => tip(actor, postId, LIKE));

  await tipBehindTheFirst(tipAs(first, firstPost), () => [tipAs(second, alonePost)()]);
  await tipBehindTheFirst(tipAs(first, firstPost), () =>
    [second, third].map((actor) => tipAs(actor, sharedPost)()),
  );

  const { rows } = await ledger.schema.owner.query<{ actor: number | null; request: string; post: number }>(
    `SELECT envelope->'actor' AS actor, envelope->>'requestId' AS request, (total->>'postId')::int AS post
     FROM outbox, jsonb_array_elements(envelope->'data'->'totals') AS total ORDER BY envelope->>'occurredAt'`,
  );
  const told = (postId: number) => rows.filter(({ post }) => post === postId);
  expect(told(firstPost)).toHaveLength(2);
  for (const event of told(firstPost))
    expect(event).toMatchObject({ actor: first, request: `request-of-${first}` });
  expect(told(alonePost)).toMatchObject([{ actor: second, request: `request-of-${second}` }]);
  expect(told(sharedPost)).toMatchObject([
    { actor: null, request: expect.not.stringContaining('request-of') },
  ]);
});

describe('an idempotency key', () => {
  it('moves money once, however often and however parallel the tip is repeated', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    const postId = await publishPost(author);
    const key = randomUUID();

    const responses = await Promise.all(Array.from({ length: 20 }, () => tip(payer, postId, LIKE, key)));
    responses.push(await tip(payer, postId, LIKE, key.toUpperCase()));

    expect(new Set(responses.map((response) => response.tipId)).size).toBe(1);
    expect(await balance(payer)).toBe(99n * LIKE);
  });

  it('answers the first tip for good, even when the post is gone', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    const postId = await publishPost(author);
    const key = randomUUID();
    const first = await tip(payer, postId, LIKE, key);
    await ledger.bus.tell(postWithdrawn, { postId, authorId: author, version: 2 });
    await eventually(() => expect(tip(payer, postId, LIKE)).rejects.toThrow());
    await expect(tip(payer, postId, LIKE, key)).resolves.toMatchObject({ tipId: first.tipId });
  });

  it('with another amount or post is rejected', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    const [postId, other] = [await publishPost(author), await publishPost(author)];
    const key = randomUUID();
    await tip(payer, postId, LIKE, key);
    const reused = { code: ledgerErrors.IDEMPOTENCY_KEY_REUSED.code };
    await expect(tip(payer, postId, 2n * LIKE, key)).rejects.toMatchObject(reused);
    await expect(tip(payer, other, LIKE, key)).rejects.toMatchObject(reused);
  });

  it('of a rejected tip is judged afresh', async () => {
    const [payer, author, friend] = [await openMember(), await openMember(), await openMember()];
    const postId = await publishPost(author);
    const key = randomUUID();
    await expect(tip(payer, postId, 150n * LIKE, key)).rejects.toMatchObject({
      code: ledgerErrors.INSUFFICIENT_FUNDS.code,
    });
    await tip(friend, await publishPost(payer), 100n * LIKE);
    await expect(tip(payer, postId, 150n * LIKE, key)).resolves.toMatchObject({ balanceNano: 20n * LIKE });
  });

  it('is one payer’s: another payer may use the same', async () => {
    const [one, two, author] = [await openMember(), await openMember(), await openMember()];
    const postId = await publishPost(author);
    const key = randomUUID();
    const responses = await Promise.all([tip(one, postId, LIKE, key), tip(two, postId, LIKE, key)]);
    expect(responses[0].tipId).not.toBe(responses[1].tipId);
    // The same holds when the others' tips are already in the journal.
    const late = await tip(await openMember(), postId, LIKE, key);
    expect(responses.map(({ tipId }) => tipId)).not.toContain(late.tipId);
  });
});

describe('a balance', () => {
  it('of 100 pays exactly 100 of 200 parallel tips of 1, over two replicas', async () => {
    await service.addReplica();
    const [payer, author] = [await openMember(), await openMember()];
    const postId = await publishPost(author);

    const results = await Promise.allSettled(Array.from({ length: 200 }, () => tip(payer, postId, LIKE)));

    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected).toHaveLength(100);
    for (const result of rejected) {
      expect(result.reason).toMatchObject({ code: ledgerErrors.INSUFFICIENT_FUNDS.code });
    }
    expect(await balance(payer)).toBe(0n);
    expect(await balance(author)).toBe(170n * LIKE);
    expect(await ledger.bus.call(getLikesSum, { postId })).toEqual({ likesSumNano: 100n * LIKE });
  });

  it('pays a tip out of what is left by one that was under way before it', async () => {
    const [payer, author] = [await openMember(), await openMember()];
    const postId = await publishPost(author);
    const elsewhere = await ledger.schema.owner.connect();
    await elsewhere.query('BEGIN');
    await elsewhere.query(
      'SELECT FROM settle_tips(ARRAY[gen_random_uuid()], ARRAY[$1::bigint], ARRAY[$2::bigint], ARRAY[$3::bigint])',
      [payer, postId, (60n * LIKE).toString()],
    );
    const late = tip(payer, postId, 60n * LIKE).catch((error: unknown) => error);
    await ledger.waitingForLock();
    await elsewhere.query('COMMIT');
    elsewhere.release();
    expect(await late).toMatchObject({ code: ledgerErrors.INSUFFICIENT_FUNDS.code });
    await expect(tip(payer, postId, 40n * LIKE)).resolves.toMatchObject({ balanceNano: 0n });
  });

  it('pays of one batch the tips that it covers one after the other, to the last nano, whoever else pays in it', async () => {
    const [payer, other, author] = [await openMember(), await openMember(), await openMember()];
    const postId = await publishPost(author);
    const tips = [
      [payer, 60n],
      [other, 100n],
      [payer, 60n],
      [payer, 40n],
      [other, 1n],
    ] as const;
    const { rows } = await ledger.schema.owner.query(
      `SELECT outcome, payer_balance FROM settle_tips(
         ARRAY(SELECT gen_random_uuid() FROM unnest($1::bigint[])), $1::bigint[], array_fill($2::bigint, ARRAY[$3::integer]), $4::bigint[])`,
      [tips.map(([id]) => id), postId, tips.length, tips.map(([, like]) => String(like * LIKE))],
    );
    const outcomes = ['settled', 'settled', 'not-covered', 'settled', 'not-covered'];
    expect(rows).toEqual(outcomes.map((outcome) => ({ outcome, payer_balance: '0' })));
  });

  it('never deadlocks when members tip each other over two replicas', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => openMember()));
    const posts = await Promise.all(members.map((member) => publishPost(member)));
    const tips = Array.from({ length: 300 }, (_, index) => {
      const payer = members[index % 6] ?? 0;
      return tip(payer, posts[(index + 1 + (index % 5)) % 6] ?? 0, LIKE / 100n);
    });
    const results = await Promise.allSettled(tips);
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [String(result.reason)] : [],
    );
    expect(reasons.filter((reason) => !reason.includes('your own post'))).toEqual([]);
  });
});

describe('the books', () => {
  it('balance: every account equals its entries, all sum to nothing, every total equals its tips', async () => {
    await ledger.expectBalancedBooks();
  });

  it('cannot be rewritten by the service itself', async () => {
    const { rows } = await ledger.schema.owner.query<{ table_name: string; privilege_type: string }>(
      `SELECT table_name, privilege_type FROM information_schema.role_table_grants
       WHERE table_schema = current_schema() AND table_name IN ('tip', 'movement') AND grantee <> current_user`,
    );
    expect(new Set(rows.map((row) => row.privilege_type))).toEqual(new Set(['SELECT', 'INSERT']));
  });
});

it('a tip to a post whose news comes in the middle of its settlement counts, and money and links stay whole', async () => {
  const [payer, author] = [await openMember(), await openMember()];
  const postId = await publishPost(author);
  await tip(payer, postId, 10n * LIKE);
  await ledger.closeEpoch();
  const blocker = await ledger.schema.owner.connect();
  // The row of the post is locked for a change. The settlement waits for it after all other work, and reads
  // it again.
  await blocker.query('BEGIN');
  await blocker.query('UPDATE post_total SET version = version + 1 WHERE post_id = $1', [postId]);
  const tipping = tip(payer, postId, 20n * LIKE);
  await ledger.waitingForLock();
  await blocker.query('COMMIT');
  blocker.release();
  expect((await tipping).likesSumNano).toBe(30n * LIKE);
  expect(await ledger.bus.call(getLikesSum, { postId })).toEqual({ likesSumNano: 30n * LIKE });
  await ledger.expectBalancedBooks();
  for (const member of [payer, author]) {
    const lines = await ledger.statement(member);
    expect(lines.reduce((sum, { amountNano }) => sum + amountNano, 0n)).toBe(await balance(member));
  }
});
