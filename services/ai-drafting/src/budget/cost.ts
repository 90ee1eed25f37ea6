import { z } from 'zod';

/** Nano-dollars in a dollar. All money here is a bigint of them: a price of 3 decimals for a million tokens is whole for one. */
const NANO = 9;
const MILLION = 1_000_000n;
/** What a chat adds around its messages and its schema. */
const FRAME_TOKENS = 100n;

/** A decimal number of dollars with at most so many decimals, as nano-dollars. */
export const dollars = (decimals: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,6}(\\.\\d{1,${decimals}})?$`), `must be dollars, such as 5 or 0.25`)
    .transform((text) => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(NANO, '0'));
    });

/** What a model costs, in nano-dollars for a million tokens. */
export interface Prices {
  readonly input: bigint;
  readonly output: bigint;
}

/** What a provider says that it counted. */
const counted = z.object({
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }),
});

/**
 * The most that one try can cost: no tokeniser makes more tokens than there are bytes, and the response is cut off at
 * `maxOutputTokens`.
 */
export function maxCostOfTry(request: object, maxOutputTokens: number, prices: Prices): bigint {
  const inputTokens = BigInt(Buffer.byteLength(JSON.stringify(request))) + FRAME_TOKENS;
  return costOf(inputTokens, BigInt(maxOutputTokens), prices);
}

/** What a try cost by its response's own count; the most that it can where that is missing or absurd. */
export function costOfUsage(response: unknown, maxCost: bigint, prices: Prices): bigint {
  const read = counted.safeParse(response);
  if (!read.success) return maxCost;
  const { prompt_tokens: input, completion_tokens: output } = read.data.usage;
  const cost = costOf(BigInt(input), BigInt(output), prices);
  return cost < maxCost ? cost : maxCost;
}

const costOf = (input: bigint, output: bigint, prices: Prices) =>
  (input * prices.input + output * prices.output) / MILLION;
