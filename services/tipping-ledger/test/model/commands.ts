import { createTip, getLikesSum, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import fc from 'fast-check';
import {
  amount,
  authorIdOf,
  codeOf,
  command,
  depositAmount,
  expectOneId,
  fault,
  fillAmount,
  GRID,
  leaverSlot,
  LIKE,
  memberIdAt,
  MEMBERS,
  postIdAt,
  POSTS,
  postSlot,
  referrerIdOf,
  requestOf,
  signatureAt,
  signatureSlot,
  slot,
  wish,
  type Wish,
} from './command.js';
import { isUnavailable, type Fault } from './faults.js';
import type { LedgerModel } from './ledger-model.js';
import type { ModelTip } from './ledger-records.js';
import type { ModelWorld } from './model-world.js';
import {
  claim,
  closeAccount,
  closeByClock,
  closeEpoch,
  depositAndClaim,
  depositOfLeaver,
  payOwedBonuses,
  sendDeposit,
} from './money-commands.js';

const BURST = 12;

/** The state at the beginning of a sequence: members with their referrers, and published posts. */
export const beginnings = fc.record({
  /** The real treasury, or one that covers three bonuses or none: then members may hold less than 1 LIKE together. */
  treasury: fc.constantFrom(120_000_000n * LIKE, 120_000_000n * LIKE, 350n * LIKE, 350n * LIKE, 1n),
  referrers: fc.array(fc.option(slot), { minLength: MEMBERS - 1, maxLength: MEMBERS }),
  posts: fc.uniqueArray(postSlot, { minLength: POSTS - 2 }),
});
export type Beginning = typeof beginnings extends fc.Arbitrary<infer T> ? T : never;

export async function begin(beginning: Beginning, model: LedgerModel, world: ModelWorld): Promise<void> {
  await world.reset(model);
  for (const [member, referrer] of beginning.referrers.entries())
    await open({ member, referrer, byEvent: false, fault: null }, model, world);
  for (const post of beginning.posts) await publish({ post }, model, world);
}

const tips = command('tip', fc.record({ payer: slot, post: postSlot, amount, fault }), tip);
const bursts = command(
  'burst',
  fc.record({
    wishes: fc.array(wish, { minLength: 2, maxLength: BURST }),
    ofOnePayer: fc.boolean(),
    twins: fc.boolean(),
    killed: fc.nat(5).map((one) => one === 5),
  }),
  burst,
);
export const closings = command('close the epoch', fc.record({}), closeEpoch);
const owedBonuses = command('pay owed bonuses', fc.record({ fill: fc.option(fillAmount) }), payOwedBonuses);
const clock = command(
  'close by the clock',
  fc.record({ hasPassed: fc.boolean(), replicas: fc.integer({ min: 1, max: 3 }) }),
  closeByClock,
);

/** Sequences of everything that may happen to a ledger; frequent commands are listed more often. */
export const commands = fc.commands<LedgerModel, ModelWorld, false>(
  [
    ...[tips, tips, tips, tips, tips, bursts, bursts, closings, closings, closings],
    command(
      'open',
      fc.record({ member: slot, referrer: fc.option(slot), byEvent: fc.boolean(), fault }),
      open,
    ),
    command(
      'close account',
      fc.record({ member: leaverSlot, isTold: fc.boolean(), isTwice: fc.boolean() }),
      closeAccount,
    ),
    command('publish', fc.record({ post: postSlot }), publish),
    command('withdraw', fc.record({ post: postSlot }), withdraw),
    command('tell old news', fc.record({ post: postSlot }), sendOldNews),
    command(
      'repeat',
      fc.record({ which: fc.nat(), change: fc.constantFrom('nothing', 'amount', 'post', 'payer'), fault }),
      repeat,
    ),
    command('insist', fc.record({ which: fc.nat(), fault }), insist),
    command(
      'deposit',
      fc.record({
        signature: signatureSlot,
        owner: fc.option(slot, { freq: 6 }),
        amountNano: depositAmount,
        fault,
      }),
      deposit,
    ),
    command(
      'repeat deposit',
      fc.record({ which: fc.nat(), change: fc.constantFrom('nothing', 'amount', 'owner'), fault }),
      repeatDeposit,
    ),
    command('claim', fc.record({ signature: signatureSlot, member: slot, fault }), claim),
    command(
      'deposit and claim',
      fc.record({
        amountNano: depositAmount,
        members: fc.array(slot, { minLength: 1, maxLength: 3 }),
        fault,
      }),
      depositAndClaim,
    ),
    command(
      'deposit of who leaves',
      fc.record({
        member: leaverSlot,
        isBefore: fc.boolean(),
        claimant: slot,
        amountNano: depositAmount,
        fault,
      }),
      depositOfLeaver,
    ),
    owedBonuses,
    owedBonuses,
    clock,
    clock,
    command('read', fc.record({ member: slot, post: postSlot }), read),
  ],
  { maxCommands: 25, size: 'max' },
);

export async function open(
  wanted: { member: number; referrer: number | null; byEvent: boolean; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const memberId = memberIdAt(wanted.member);
  const referrerId = referrerIdOf(wanted.member, wanted.referrer);
  if (wanted.byEvent) {
    await world.notifyMember(memberId, referrerId);
    model.open(memberId, referrerId);
    return;
  }
  const input = { memberId, referrerId };
  const { result } = await world.call(wanted.fault, {
    contract: openAccount,
    input,
    sqlFunction: 'open_account',
  });
  model.open(memberId, referrerId);
  expect(result).toEqual({ status: 'fulfilled', value: { balanceNano: model.balance(memberId) } });
}

export async function publish({ post: index }: { post: number }, model: LedgerModel, world: ModelWorld) {
  const post = model.posts.get(postIdAt(index));
  if (!post) {
    // The event comes later, or never: the ledger asks posts when it needs to know.
    const blank = { open: true, version: 1, isKnown: false, likesSum: 0n };
    model.posts.set(postIdAt(index), { id: postIdAt(index), authorId: authorIdOf(index), ...blank });
    return;
  }
  await world.notifyPost(post, true, post.version + 1);
  Object.assign(post, { open: true, version: post.version + 1, isKnown: true });
}

export async function withdraw({ post: index }: { post: number }, model: LedgerModel, world: ModelWorld) {
  const post = model.posts.get(postIdAt(index));
  if (!post) return;
  await world.notifyPost(post, false, post.version + 1);
  Object.assign(post, { open: false, version: post.version + 1, isKnown: true });
}

async function sendOldNews({ post: index }: { post: number }, model: LedgerModel, world: ModelWorld) {
  const post = model.posts.get(postIdAt(index));
  if (post?.isKnown) await world.notifyPost(post, !post.open, post.version);
}

async function tip(
  wanted: Wish & { fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  await sendTip(requestOf(wanted, model), wanted.fault, model, world);
}

async function repeat(
  wanted: { which: number; change: 'nothing' | 'amount' | 'post' | 'payer'; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const tips = [...model.tips.values()];
  const earlier = tips[wanted.which % tips.length];
  if (!earlier) return;
  const { key, payerId, postId, amountNano } = earlier;
  const change = {
    nothing: {},
    amount: { amountNano: amountNano + GRID },
    post: { postId: postIdAt((postId - postIdAt(0) + 1) % POSTS) },
    // Each payer has their own keys.
    payer: { payerId: memberIdAt((payerId - memberIdAt(0) + 1) % MEMBERS) },
  }[wanted.change];
  await sendTip({ key, payerId, postId, amountNano, ...change }, wanted.fault, model, world);
}

/** Sends a rejected tip again with its key. */
async function insist(
  wanted: { which: number; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const request = model.rejected[wanted.which % model.rejected.length];
  if (request) await sendTip(request, wanted.fault, model, world);
}

async function deposit(
  wanted: { signature: number; owner: number | null; amountNano: bigint; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const { owner, amountNano } = wanted;
  const memberId = owner === null ? null : memberIdAt(owner);
  const arrived = { signature: signatureAt(wanted.signature), memberId, amountNano };
  await sendDeposit(arrived, wanted.fault, model, world);
}

async function repeatDeposit(
  wanted: { which: number; change: 'nothing' | 'amount' | 'owner'; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const deposits = [...model.deposits];
  const earlier = deposits[wanted.which % deposits.length];
  if (!earlier) return;
  const [signature, { memberId, amountNano }] = earlier;
  const change = {
    nothing: {},
    amount: { amountNano: amountNano + 1n },
    owner: { memberId: memberId === null ? memberIdAt(0) : null },
  }[wanted.change];
  await sendDeposit({ signature, memberId, amountNano, ...change }, wanted.fault, model, world);
}

async function read(
  { member, post }: { member: number; post: number },
  model: LedgerModel,
  { ledger }: ModelWorld,
): Promise<void> {
  const memberId = memberIdAt(member);
  expect(await ledger.balance(memberId)).toBe(model.balance(memberId));
  const lines = await ledger.statement(memberId);
  expect(lines.reduce((sum, { amountNano }) => sum + amountNano, 0n)).toBe(model.balance(memberId));
  const likesSumNano = model.posts.get(postIdAt(post))?.likesSum ?? 0n;
  expect(await ledger.bus.call(getLikesSum, { postId: postIdAt(post) })).toEqual({ likesSumNano });
}

async function sendTip(request: ModelTip, fault: Fault | null, model: LedgerModel, world: ModelWorld) {
  const { result } = await world.call(fault, callOf(request));
  const expected = model.tip(request);
  if ('code' in expected) {
    world.count(`tip ${expected.code}`);
    expect(result).toMatchObject({ status: 'rejected', reason: { code: expected.code } });
    return;
  }
  world.count('tip settled or repeated');
  if (result.status === 'rejected') throw new Error('a tip that was to be settled', { cause: result.reason });
  const { balanceNano, likesSumNano } = expected;
  expect(result.value).toMatchObject({ balanceNano, likesSumNano });
  expectOneId(expected.tip, result.value.tipId);
}

/**
 * Sends tips at the same time. Which of them the balances cover depends on how they were batched, so the
 * order is read from the journal. Everything else follows from that order, and each rejection must have had
 * its reason.
 */
async function burst(
  wanted: { wishes: Wish[]; ofOnePayer: boolean; twins: boolean; killed: boolean },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const [{ payer } = { payer: 0 }] = wanted.wishes;
  const requests = wanted.wishes.map((one) => requestOf(wanted.ofOnePayer ? { ...one, payer } : one, model));
  if (wanted.twins) requests.push(...requests.slice(0, requests.length / 2));
  const isOrdered = !wanted.killed && requests.every(({ postId }) => model.posts.get(postId)?.isKnown);
  const results = await sendTogether(requests, wanted.killed, world);

  const rejections = requests.map((request) => model.prepareTip(request));
  const before = new Map([...model.members.keys()].map((id) => [id, model.balance(id)]));
  const settled = new Map<number, ModelTip>();
  requests.forEach((request, index) => {
    const result = results[index];
    if (rejections[index] !== '') expect(codeOf(result)).toBe(rejections[index]);
    else if (result?.status === 'fulfilled') settled.set(result.value.tipId, request);
    else expect(codeOf(result)).toBe('INSUFFICIENT_FUNDS');
  });
  for (const [tipId, request] of [...settled].sort(([a], [b]) => a - b)) {
    expect(model.balance(request.payerId)).toBeGreaterThanOrEqual(request.amountNano);
    expectOneId(model.earlierTip(request) ?? model.move(request), tipId);
  }
  for (const [payerId, balance] of before) {
    const own = requests.flatMap((request, index) =>
      request.payerId === payerId && rejections[index] === ''
        ? [{ request, isSettled: results[index]?.status === 'fulfilled' }]
        : [],
    );
    const paid = [...settled.values()].filter((one) => one.payerId === payerId);
    const left = paid.reduce((sum, { amountNano }) => sum - amountNano, balance);
    for (const { request, isSettled } of own) if (!isSettled) expect(left).toBeLessThan(request.amountNano);
    // For a payer who received nothing meanwhile, the tips were judged in the order in which they were sent.
    if (isOrdered && model.balance(payerId) === left) {
      world.count('payer whose tips were judged in order');
      expectOutcomesInOrder(own, balance);
    }
  }
}

function expectOutcomesInOrder(
  own: readonly { request: ModelTip; isSettled: boolean }[],
  balance: bigint,
): void {
  const settled = new Set<string>();
  let left = balance;
  for (const { request, isSettled } of own) {
    const { key, amountNano } = request;
    expect(isSettled).toBe(settled.has(key) || left >= amountNano);
    if (isSettled && !settled.has(key)) left -= amountNano;
    if (isSettled) settled.add(key);
  }
}

async function sendTogether(requests: readonly ModelTip[], killed: boolean, world: ModelWorld) {
  const send = (request: ModelTip) => world.ledger.bus.call(createTip, callOf(request).input);
  const sending = Promise.allSettled(requests.map(send));
  if (killed) await world.killConnections();
  const results = await sending;
  for (const [index, request] of requests.entries()) {
    for (let result = results[index]; result && isUnavailable(result); results[index] = result) {
      world.count('tip of a burst sent again');
      [result] = await Promise.allSettled([send(request)]);
    }
  }
  return results;
}

function callOf({ key, payerId, postId, amountNano }: ModelTip) {
  const input = { idempotencyKey: key, payerId, postId, amountNano };
  return { contract: createTip, input, sqlFunction: 'settle_tips' };
}
