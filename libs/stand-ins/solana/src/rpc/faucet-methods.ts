import { z } from 'zod';
import { giveLike, giveSol } from '../faucet.js';
import { DECIMALS } from '../genesis.js';
import type { Method } from './method.js';
import { address, maybe, moment, read } from './params.js';
import { RpcError } from './rpc-error.js';

/** Maximum amount of one call. */
const MAX_LIKE = 100_000n * 10n ** BigInt(DECIMALS);
const MAX_LAMPORTS = 1_000_000_000_000;

const likeAmount = z
  .union([z.number(), z.string().max(30)])
  .transform(String)
  .superRefine((text, context) => {
    const amount = parseLike(text);
    if (amount !== undefined && amount > 0n && amount <= MAX_LIKE) return;
    const message =
      'The amount must be a number of LIKE above 0 and up to 100000, with six decimals at most.';
    context.addIssue({ code: 'custom', message });
  })
  .transform((text) => parseLike(text) ?? 0n);

/**
 * Method `likewell_faucet [address, amount]`: sends LIKE from the liquidity, and SOL for fees. The amount is
 * in LIKE.
 */
const likewell_faucet: Method = (view, params) => {
  const [target, amount] = read(z.tuple([address, likeAmount]), params);
  return giveOrReject(() => ({
    signature: giveLike(view.chain, target, amount),
    amount: amount.toString(),
    decimals: DECIMALS,
  }));
};

const requestAirdrop: Method = (view, params) => {
  const lamports = z.number().int().min(1).max(MAX_LAMPORTS);
  const [target, amount] = read(z.tuple([address, lamports, maybe(moment)]), params);
  return giveOrReject(() => giveSol(view.chain, target, BigInt(amount)));
};

function giveOrReject<Result>(give: () => Result): Result {
  try {
    return give();
  } catch (error) {
    throw new RpcError(-32603, (error as Error).message);
  }
}

/**
 * Parses an amount into millionths of a LIKE; undefined for anything but a plain decimal number with at most
 * six decimals.
 */
export function parseLike(text: string): bigint | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

export const faucetMethods = { likewell_faucet, requestAirdrop };
