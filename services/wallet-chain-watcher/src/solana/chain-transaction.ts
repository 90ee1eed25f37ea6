import { z } from 'zod';

const MAX_ACCOUNTS = 256;

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

const instruction = z.object({ programIdIndex: z.int().min(0).max(MAX_ACCOUNTS), data: z.string() });

/** The parts of a `getTransaction` response with encoding `json` that are judged. */
export const chainTransaction = z.object({
  slot: z.int().nonnegative(),
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({ accountKeys: z.array(z.string()), instructions: z.array(instruction) }),
  }),
  meta: z.object({
    err: z.union([z.null(), z.string(), z.record(z.string(), z.unknown())]),
    preTokenBalances: z.array(tokenBalance),
    postTokenBalances: z.array(tokenBalance),
    innerInstructions: z.array(z.object({ instructions: z.array(instruction) })).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
});
export type ChainTransaction = z.output<typeof chainTransaction>;

/** A row of an account's history. */
export interface HistoryRow {
  readonly signature: string;
  readonly slot: number;
}
