import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { decodeBase58 } from '../solana/base58.js';
import type { OwnAccount } from '../own-accounts/own-accounts.js';
import type { LikeToken } from '../solana/like-token.js';
import { tokenAccountOf } from '../solana/token-account.js';

const tokenRow = z.object({ mint: z.string(), program: z.string() });
const ADDRESS_BYTES = 32;

/** An address on Solana that an operator names. */
export const addressArgument = z
  .string()
  .refine((text) => decodeBase58(text, ADDRESS_BYTES) !== null, 'That is no address on Solana.')
  .optional();

/** What was named. @throws UserFacingError with what to say when it was not */
export function named<Word>(word: Word | undefined, asked: string): Word {
  if (word === undefined) throw new UserFacingError(asked);
  return word;
}

/** The LIKE account of a wallet, under the program that the running watcher has seen. @throws UserFacingError */
export async function accountOfWallet(tx: Tx, mint: string, wallet: string): Promise<OwnAccount> {
  const token = await tokenOf(tx, mint);
  return { ...token, owner: wallet, account: tokenAccountOf(token, wallet) };
}

/** LIKE as the running watcher has seen it. @throws UserFacingError before it has */
async function tokenOf(tx: Tx, mint: string): Promise<LikeToken> {
  const sql = 'SELECT mint, program FROM receiving_account WHERE mint = $1 ORDER BY added_at DESC LIMIT 1';
  const known = await queryRow(tx, tokenRow, sql, [mint]);
  if (!known) throw new UserFacingError('The watcher has not seen the mint yet. Start it first: make up');
  return known;
}
