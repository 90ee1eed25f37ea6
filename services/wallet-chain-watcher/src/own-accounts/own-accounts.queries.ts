import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { LikeToken } from '../solana/like-token.js';
import { lockList, raiseVersion } from './list-version.js';
import type { OwnAccount, OwnAccounts } from './own-accounts.js';

const listedRow = z.object({
  version: z.int(),
  account: z.string().nullable(),
  owner: z.string().nullable(),
  apart: z.boolean().nullable(),
});
const tokenRow = z.object({ mint: z.string(), program: z.string() });

/** Returns our accounts for this mint and the version of the list, both as of one moment. */
export async function findOwnAccounts(tx: Tx, { mint, program }: LikeToken): Promise<OwnAccounts> {
  const rows = await queryRows(
    tx,
    listedRow,
    `SELECT version, account, owner, apart FROM own_accounts LEFT JOIN (
       SELECT account, owner, closed_at IS NOT NULL AS apart FROM receiving_account WHERE mint = $1 AND program = $2
       UNION ALL SELECT account, owner, true FROM cold_account WHERE mint = $1 AND program = $2
     ) AS listed ON true`,
    [mint, program],
  );
  const listed = (isApart: boolean) =>
    new Map(
      rows.flatMap(({ account, owner, apart }) =>
        account !== null && owner !== null && apart === isApart ? [[account, owner]] : [],
      ),
    );
  return { version: rows[0]?.version ?? 0, receiving: listed(false), apart: listed(true) };
}

/** Returns LIKE by the program of the accounts that are listed for this mint; null when there is none. */
export function findListedToken(tx: Tx, mint: string): Promise<LikeToken | null> {
  return queryRow(tx, tokenRow, 'SELECT mint, program FROM receiving_account WHERE mint = $1 LIMIT 1', [
    mint,
  ]);
}

/**
 * Reason why an account may not receive: an operator closed it, it is cold storage, or accounts of its mint
 * are listed under another token program. A mint never changes its program, so one of the two is wrong.
 */
export type NotReceiving = 'closed' | 'cold' | 'another-program';

/**
 * Lists the configured account, and tells members its wallet from now on. An account that is closed or
 * `replaced` stays so, whatever a replica of an older configuration says: an operator had a reason. One that
 * was listed by hand and never current, whose `until` is when it was added, is not replaced.
 */
export async function makeCurrent(tx: Tx, account: OwnAccount): Promise<NotReceiving | 'replaced' | null> {
  await lockList(tx);
  const rejection = await listReceiving(tx, account);
  if (rejection) return rejection;
  const isReplaced = await queryValue(
    tx,
    z.boolean(),
    'SELECT until IS NOT NULL AND until <> added_at AS "isReplaced" FROM receiving_account WHERE account = $1',
    [account.account],
  );
  if (isReplaced) return 'replaced';
  await setCurrent(tx, account.account);
  return null;
}

/**
 * Tells members the wallet of a listed account from now on. The one before it is still scanned. The list must
 * be locked.
 */
export async function setCurrent(tx: Tx, account: string): Promise<void> {
  await tx.query(
    `UPDATE receiving_account SET until = now() WHERE account <> $1 AND until IS NULL
       AND mint = (SELECT mint FROM receiving_account WHERE account = $1)`,
    [account],
  );
  await tx.query('UPDATE receiving_account SET until = NULL WHERE account = $1 AND until IS NOT NULL', [
    account,
  ]);
}

/** Returns the wallet that members are told, whatever the configuration of this replica; null before one is listed. */
export function findCurrentWallet(tx: Tx, { mint, program }: LikeToken): Promise<string | null> {
  return queryValue(
    tx,
    z.string(),
    `SELECT owner FROM receiving_account
     WHERE mint = $1 AND program = $2 AND until IS NULL AND closed_at IS NULL`,
    [mint, program],
  );
}

/**
 * Lists an account as receiving, unless it is listed already; the list must be locked. Its history is read
 * from the beginning, because verdicts on earlier transactions were made without it. The very first account
 * is an exception: those verdicts were made for it. Removed cold storage becomes a receiving account in one
 * step, so that it is a stranger's account at no time.
 */
export async function listReceiving(
  tx: Tx,
  { account, owner, mint, program }: OwnAccount,
): Promise<NotReceiving | null> {
  const cold = 'SELECT FROM cold_account WHERE account = $1 AND removed_at IS NULL';
  if (await returnsRow(tx, cold, [account])) return 'cold';
  const isClosed = await queryValue(
    tx,
    z.boolean(),
    'SELECT closed_at IS NOT NULL AS "isClosed" FROM receiving_account WHERE account = $1',
    [account],
  );
  if (isClosed !== null) return isClosed ? 'closed' : null;
  const another = 'SELECT FROM receiving_account WHERE mint = $1 AND program <> $2 LIMIT 1';
  if (await returnsRow(tx, another, [mint, program])) return 'another-program';
  await tx.query(
    'DELETE FROM scan WHERE account = $1 AND EXISTS (SELECT FROM receiving_account WHERE mint = $2)',
    [account, mint],
  );
  await tx.query('DELETE FROM cold_account WHERE account = $1', [account]);
  await tx.query(
    'INSERT INTO receiving_account (account, owner, mint, program, until) VALUES ($1, $2, $3, $4, now())',
    [account, owner, mint, program],
  );
  await raiseVersion(tx);
  return null;
}
