import { z } from 'zod';

/**
 * Decimals of a nano-dollar. All money here is a bigint of nano-dollars, so a price with 3 decimals for a
 * million tokens is a whole number for one token.
 */
const NANO = 9;
const MILLION = 1_000_000n;
/** Upper bound for the tokens that a chat adds around its messages and its schema. */
const FRAME_TOKENS = 100n;
/** A greater count counts as this one, so that a single absurd one does not use up a whole budget. */
const MAX_COUNTED_TOKENS = 200_000;

/** Returns a parser that turns a decimal number of dollars, with at most `decimals` decimals, into nano-dollars. */
export const dollars = (decimals: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,6}(\\.\\d{1,${decimals}})?$`), `must be dollars, such as 5 or 0.25`)
    .transform((text) => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(NANO, '0'));
    });

/** Prices of a model, in nano-dollars for a million tokens. */
export interface Prices {
  readonly input: bigint;
  readonly output: bigint;
}

const tokens = z
  .int()
  .min(0)
  .transform((count) => BigInt(Math.min(count, MAX_COUNTED_TOKENS)));

/** The token counts that a provider reports. */
const counted = z.object({ usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }) });

/**
 * Returns the most that one attempt can cost with a provider that keeps to the request: no tokeniser makes more
 * tokens than there are bytes, and the response is cut off at `maxOutputTokens`.
 */
export function maxCostOfTry(request: object, maxOutputTokens: number, prices: Prices): bigint {
  const inputTokens = BigInt(Buffer.byteLength(JSON.stringify(request))) + FRAME_TOKENS;
  return costOf(inputTokens, BigInt(maxOutputTokens), prices);
}

/**
 * Returns what an attempt cost by the token counts in its response, which is more than `maxCost` where the
 * provider ignored the limit; `maxCost` where they are missing or cannot be read.
 */
export function costOfUsage(response: unknown, maxCost: bigint, prices: Prices): bigint {
  const read = counted.safeParse(response);
  if (!read.success) return maxCost;
  const { prompt_tokens: input, completion_tokens: output } = read.data.usage;
  return costOf(input, output, prices);
}

const costOf = (input: bigint, output: bigint, prices: Prices) =>
  (input * prices.input + output * prices.output) / MILLION;
