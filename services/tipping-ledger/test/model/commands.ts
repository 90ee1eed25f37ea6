import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput } from '@likewell/contracts/kernel/define-rpc';
import { createTip, creditDeposit, getLikesSum, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import fc from 'fast-check';
import { FAULTS, isUnavailable, type Fault } from './faults.js';
import type { LedgerModel, ModelTip, SettledModelTip } from './ledger-model.js';
import type { ModelWorld } from './model-world.js';

const GRID = 1000n;
const LIKE = 1_000_000_000n;
const MEMBERS = 5;
const POSTS = 7;
const SIGNATURES = 4;
const BURST = 12;

type Command = fc.AsyncCommand<LedgerModel, ModelWorld>;
type Run<Input> = (input: Input, model: LedgerModel, world: ModelWorld) => Promise<void>;

/** Of a member's balance at that moment, or a fixed amount. */
type Amount =
  | 'nano'
  | 'smallest'
  | 'all'
  | 'all on the grid'
  | 'a nano over'
  | 'a step over'
  | { readonly permille: number };

const slot = fc.nat(MEMBERS - 1);
const postSlot = fc.nat(POSTS - 1);
const fault = fc.option(fc.constantFrom(...FAULTS), { freq: 2 });
const amount: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ permille: fc.integer({ min: 1, max: 1100 }) }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'nano',
      'smallest',
      'all',
      'all',
      'all on the grid',
      'a nano over',
      'a step over',
    ),
  },
);
const wish = fc.record({ payer: slot, post: postSlot, amount });
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

/** Who is there, with what referrer, and what is published when a sequence begins. */
export const beginnings = fc.record({
  /** The real treasury's, or enough for three bonuses. */
  treasury: fc.constantFrom(120_000_000n * LIKE, 350n * LIKE),
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
const closings = command('close the epoch', fc.record({}), closeEpoch);

/** Sequences of everything that may happen to a ledger, what happens most named most. */
export const commands = fc.commands<LedgerModel, ModelWorld, false>(
  [
    ...[tips, tips, tips, tips, tips, bursts, bursts, closings, closings, closings],
    command(
      'open',
      fc.record({ member: slot, referrer: fc.option(slot), byEvent: fc.boolean(), fault }),
      open,
    ),
    command('publish', fc.record({ post: postSlot }), publish),
    command('withdraw', fc.record({ post: postSlot }), withdraw),
    command('tell old news', fc.record({ post: postSlot }), tellOldNews),
    command(
      'repeat',
      fc.record({ which: fc.nat(), change: fc.constantFrom('nothing', 'amount', 'post', 'payer'), fault }),
      repeat,
    ),
    command('insist', fc.record({ which: fc.nat(), fault }), insist),
    command(
      'deposit',
      fc.record({
        signature: fc.nat(SIGNATURES - 1),
        owner: fc.option(slot, { freq: 6 }),
        amountNano: fc.oneof(
          fc.constantFrom(LIKE, 7n * LIKE),
          fc.bigInt({ min: 1n, max: 60_000_000n * LIKE }),
        ),
        fault,
      }),
      deposit,
    ),
    command(
      'repeat deposit',
      fc.record({ which: fc.nat(), change: fc.constantFrom('nothing', 'amount', 'owner'), fault }),
      repeatDeposit,
    ),
    command('read', fc.record({ member: slot, post: postSlot }), read),
  ],
  { maxCommands: 25, size: 'max' },
);

function command<Input>(name: string, input: fc.Arbitrary<Input>, run: Run<Input>): fc.Arbitrary<Command> {
  return input.map((value) => ({
    check: () => true,
    run: async (model, world) => {
      world.count(name);
      await run(value, model, world);
    },
    toString: () => `${name}${fc.stringify(value)}`,
  }));
}

const memberIdAt = (index: number) => 1000 + index;
const postIdAt = (index: number) => 5000 + index;
const authorIdOf = (postIndex: number) => memberIdAt(postIndex % MEMBERS);

async function open(
  wanted: { member: number; referrer: number | null; byEvent: boolean; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const memberId = memberIdAt(wanted.member);
  const referrerId =
    wanted.referrer === null || wanted.referrer === wanted.member ? null : memberIdAt(wanted.referrer);
  if (wanted.byEvent) {
    await world.tellMember(memberId, referrerId);
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

async function publish({ post: index }: { post: number }, model: LedgerModel, world: ModelWorld) {
  const post = model.posts.get(postIdAt(index));
  if (!post) {
    // The news comes later, or never: the ledger asks when it needs to know.
    const blank = { open: true, version: 1, isKnown: false, likesSum: 0n };
    model.posts.set(postIdAt(index), { id: postIdAt(index), authorId: authorIdOf(index), ...blank });
    return;
  }
  await world.tellPost(post, true, post.version + 1);
  Object.assign(post, { open: true, version: post.version + 1, isKnown: true });
}

async function withdraw({ post: index }: { post: number }, model: LedgerModel, world: ModelWorld) {
  const post = model.posts.get(postIdAt(index));
  if (!post) return;
  await world.tellPost(post, false, post.version + 1);
  Object.assign(post, { open: false, version: post.version + 1, isKnown: true });
}

async function tellOldNews({ post: index }: { post: number }, model: LedgerModel, world: ModelWorld) {
  const post = model.posts.get(postIdAt(index));
  if (post?.isKnown) await world.tellPost(post, !post.open, post.version);
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
    // A key is its payer's own.
    payer: { payerId: memberIdAt((payerId - memberIdAt(0) + 1) % MEMBERS) },
  }[wanted.change];
  await sendTip({ key, payerId, postId, amountNano, ...change }, wanted.fault, model, world);
}

/** Sends a refused tip again under its key. */
async function insist(
  wanted: { which: number; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const request = model.refused[wanted.which % model.refused.length];
  if (request) await sendTip(request, wanted.fault, model, world);
}

async function deposit(
  wanted: { signature: number; owner: number | null; amountNano: bigint; fault: Fault | null },
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const { owner, amountNano } = wanted;
  const memberId = owner === null ? null : memberIdAt(owner);
  const arrived = { signature: `signature ${wanted.signature}`, memberId, amountNano };
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

async function sendDeposit(
  input: RpcInput<typeof creditDeposit>,
  fault: Fault | null,
  model: LedgerModel,
  world: ModelWorld,
): Promise<void> {
  const { signature, memberId, amountNano } = input;
  const { result, isSecond } = await world.call(fault, {
    contract: creditDeposit,
    input,
    sqlFunction: 'credit_deposit',
  });
  const wasKnown = model.deposits.has(signature);
  const said = model.deposit(signature, memberId, amountNano);
  world.count(`deposit ${said}`);
  if (said === 'refused') {
    const code = wasKnown ? 'SIGNATURE_REUSED' : 'ACCOUNT_NOT_OPEN';
    expect(result).toMatchObject({ status: 'rejected', reason: { code } });
    return;
  }
  const balanceNano = memberId === null ? model.house.unclaimed : model.balance(memberId);
  const credited = said === 'credited' && !isSecond;
  expect(result).toEqual({ status: 'fulfilled', value: { credited, balanceNano } });
}

async function closeEpoch(_: unknown, model: LedgerModel, world: ModelWorld): Promise<void> {
  const epoch = model.closeEpoch();
  world.count(epoch === null ? 'epoch with nothing to share' : 'epoch closed');
  expect(await world.ledger.closeEpoch()).toBe(epoch);
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
 * Tips at the same time. Which of them the balances cover depends on how they came to share batches, so the
 * journal's order is asked; everything else follows from it, and a refusal must have had its reason.
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

  const refusals = requests.map((request) => model.prepareTip(request));
  const before = new Map([...model.members.keys()].map((id) => [id, model.balance(id)]));
  const settled = new Map<number, ModelTip>();
  requests.forEach((request, index) => {
    const result = results[index];
    if (refusals[index] !== '') expect(codeOf(result)).toBe(refusals[index]);
    else if (result?.status === 'fulfilled') settled.set(result.value.tipId, request);
    else expect(codeOf(result)).toBe('INSUFFICIENT_FUNDS');
  });
  for (const [tipId, request] of [...settled].sort(([a], [b]) => a - b)) {
    expect(model.balance(request.payerId)).toBeGreaterThanOrEqual(request.amountNano);
    expectOneId(model.earlierTip(request) ?? model.move(request), tipId);
  }
  for (const [payerId, balance] of before) {
    const own = requests.flatMap((request, index) =>
      request.payerId === payerId && refusals[index] === ''
        ? [{ request, isSettled: results[index]?.status === 'fulfilled' }]
        : [],
    );
    const paid = [...settled.values()].filter((one) => one.payerId === payerId);
    const left = paid.reduce((sum, { amountNano }) => sum - amountNano, balance);
    for (const { request, isSettled } of own) if (!isSettled) expect(left).toBeLessThan(request.amountNano);
    // Who received nothing meanwhile has had her tips judged in the order in which they were sent.
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

function requestOf({ payer, post, amount: wanted }: Wish, model: LedgerModel): ModelTip {
  const payerId = memberIdAt(payer);
  const amountNano = amountOf(wanted, model.balance(payerId));
  return {
    key: model.freshKey(),
    payerId,
    postId: postIdAt(post),
    amountNano: amountNano > 0n ? amountNano : GRID,
  };
}

function amountOf(wanted: Amount, balance: bigint): bigint {
  const onGrid = (value: bigint) => value - (value % GRID);
  if (typeof wanted === 'object') return onGrid((balance * BigInt(wanted.permille)) / 1000n);
  return {
    nano: 1n,
    smallest: GRID,
    all: balance,
    'all on the grid': onGrid(balance),
    'a nano over': balance + 1n,
    'a step over': onGrid(balance) + GRID,
  }[wanted];
}

function callOf({ key, payerId, postId, amountNano }: ModelTip) {
  const input = { idempotencyKey: key, payerId, postId, amountNano };
  return { contract: createTip, input, sqlFunction: 'settle_tips' };
}

/** A tip has the id that was first answered, for good. */
function expectOneId(tip: SettledModelTip, tipId: number): void {
  expect(tipId).toBe(tip.tipId ?? tipId);
  tip.tipId = tipId;
}

function codeOf(result: PromiseSettledResult<unknown> | undefined): string {
  if (result?.status !== 'rejected') return 'no refusal';
  return result.reason instanceof AppError ? result.reason.code : String(result.reason);
}
