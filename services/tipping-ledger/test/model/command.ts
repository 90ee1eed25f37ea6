import { AppError } from '@likewell/contracts/core/app-error';
import fc from 'fast-check';
import { FAULTS } from './faults.js';
import type { LedgerModel } from './ledger-model.js';
import type { ModelTip, SettledModelTip } from './ledger-records.js';
import type { ModelWorld } from './model-world.js';

/** Tips through the product are multiples of this many nano-LIKE. */
export const GRID = 1000n;
export const LIKE = 1_000_000_000n;
export const MEMBERS = 5;
export const POSTS = 7;
export const SIGNATURES = 4;

export type Command = fc.AsyncCommand<LedgerModel, ModelWorld>;

/** A tip's amount: relative to the payer's balance at that moment, or fixed. */
type Amount =
  | 'nano'
  | 'smallest'
  | 'all'
  | 'all on the grid'
  | 'a nano over'
  | 'a step over'
  | { readonly permille: number };

export const slot = fc.nat(MEMBERS - 1);
/** The member who leaves: sometimes one with an account, so that others stay, sometimes one who never opened one. */
export const leaverSlot = fc.nat(3 * MEMBERS - 1);
export const postSlot = fc.nat(POSTS - 1);
export const signatureSlot = fc.nat(SIGNATURES - 1);
export const fault = fc.option(fc.constantFrom(...FAULTS), { freq: 2 });
export const amount: fc.Arbitrary<Amount> = fc.oneof(
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
export const wish = fc.record({ payer: slot, post: postSlot, amount });
export type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

/** From very small amounts up to half of the treasury. */
export const depositAmount = fc.oneof(
  fc.constantFrom(LIKE / 2n, LIKE / 2n, LIKE, 7n * LIKE),
  fc.bigInt({ min: 1n, max: 60_000_000n * LIKE }),
);

/** Enough for none, some or all of the bonuses that may be owed. */
export const fillAmount = fc.constantFrom(1n, 99n * LIKE, 100n * LIKE, 100n * LIKE, 150n * LIKE, 250n * LIKE);

export function command<Input>(
  name: string,
  input: fc.Arbitrary<Input>,
  run: (input: Input, model: LedgerModel, world: ModelWorld) => Promise<void>,
): fc.Arbitrary<Command> {
  return input.map((value) => ({
    check: () => true,
    run: async (model, world) => {
      world.count(name);
      await run(value, model, world);
    },
    toString: () => `${name}${fc.stringify(value)}`,
  }));
}

export const memberIdAt = (index: number) => 1000 + index;
export const postIdAt = (index: number) => 5000 + index;
export const signatureAt = (index: number) => `signature ${index}`;
export const authorIdOf = (postIndex: number) => memberIdAt(postIndex % MEMBERS);
/** Returns the referrer's id; null for a member's own id, since nobody can refer themselves. */
export const referrerIdOf = (member: number, referrer: number | null) =>
  referrer === null || referrer === member ? null : memberIdAt(referrer);

export function requestOf({ payer, post, amount: wanted }: Wish, model: LedgerModel): ModelTip {
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

/** Expects a tip to keep the id that was first returned for it. */
export function expectOneId(tip: SettledModelTip, tipId: number): void {
  expect(tipId).toBe(tip.tipId ?? tipId);
  tip.tipId = tipId;
}

export function codeOf(result: PromiseSettledResult<unknown> | undefined): string {
  if (result?.status !== 'rejected') return 'no rejection';
  return result.reason instanceof AppError ? result.reason.code : String(result.reason);
}
