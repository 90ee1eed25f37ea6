import { z } from 'zod';

/**
 * More than a chain transaction can have. Without a bound one response, whose elements are all wrong, takes
 * gigabytes and seconds to be rejected.
 */
const [MAX_ACCOUNTS, MAX_INSTRUCTIONS] = [256, 1024];

/** An account's address in base58. */
const chainAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);

const tokenBalance = z.object({
  accountIndex: z.int().min(0).max(MAX_ACCOUNTS),
  mint: z.string(),
  owner: chainAddress.optional(),
  programId: z.string().optional(),
  /** Only the decimal text of base units is read; the numbers beside it are floating point. */
  uiTokenAmount: z.object({ amount: z.string().regex(/^\d{1,20}$/), decimals: z.int() }),
});
export type TokenBalance = z.output<typeof tokenBalance>;

const tokenBalances = z.array(tokenBalance).max(MAX_ACCOUNTS);
const addresses = z.array(z.string()).max(MAX_ACCOUNTS);
const instruction = z.object({ programIdIndex: z.int().min(0).max(MAX_ACCOUNTS), data: z.string() });
const instructions = z.array(instruction).max(MAX_INSTRUCTIONS);
/** What the programs called, at any depth: a list for each instruction, as one. */
const innerInstructions = z
  .array(z.object({ instructions: z.array(z.unknown()).max(MAX_INSTRUCTIONS) }))
  .max(MAX_INSTRUCTIONS)
  .transform((lists) => lists.flatMap((list) => list.instructions))
  .pipe(instructions);

/** The parts of a `getTransaction` response with encoding `json` that are judged. */
export const chainTransaction = z.object({
  slot: z.int().nonnegative(),
  transaction: z.object({
    signatures: addresses.min(1),
    message: z.object({ accountKeys: addresses, instructions }),
  }),
  meta: z.object({
    err: z.union([z.null(), z.string(), z.record(z.string(), z.unknown())]),
    preTokenBalances: tokenBalances,
    postTokenBalances: tokenBalances,
    innerInstructions: innerInstructions.nullish(),
    loadedAddresses: z.object({ writable: addresses, readonly: addresses }).nullish(),
  }),
});
export type ChainTransaction = z.output<typeof chainTransaction>;

/** A row of an account's history. */
export interface HistoryRow {
  readonly signature: string;
  readonly slot: number;
}
