import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import type { Tx } from '@likewell/service-kit/database/database';
import { z } from 'zod';
import { decodeBase58 } from '../solana/base58.js';
import type { OwnAccount } from '../own-accounts/own-accounts.js';
import { findListedToken } from '../own-accounts/own-accounts.queries.js';
import { tokenAccountOf } from '../solana/token-account.js';

const ADDRESS_BYTES = 32;

/** An address on Solana, given by an operator on the command line. */
export const addressArgument = z
  .string()
  .refine((text) => decodeBase58(text, ADDRESS_BYTES) !== null, 'That is no address on Solana.')
  .optional();

/** Returns the argument. @throws UserFacingError with the text `asked` when it is missing */
export function named<Word>(word: Word | undefined, asked: string): Word {
  if (word === undefined) throw new UserFacingError(asked);
  return word;
}

/**
 * Returns the LIKE account of a wallet, under the token program that the running watcher has seen.
 * @throws UserFacingError when it has not seen the mint yet
 */
export async function accountOfWallet(tx: Tx, mint: string, wallet: string): Promise<OwnAccount> {
  const token = await findListedToken(tx, mint);
  if (!token) throw new UserFacingError('The watcher has not seen the mint yet. Start it first: make up');
  return { ...token, owner: wallet, account: tokenAccountOf(token, wallet) };
}
