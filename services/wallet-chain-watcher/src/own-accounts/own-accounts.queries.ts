import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
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
const closedRow = z.object({ isClosed: z.boolean() });

/** The accounts of ours for this mint, and the version of the list, as of one moment. */
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

/** What keeps an account from receiving: an operator closed it, or it is cold storage. */
export type NotReceiving = 'closed' | 'cold';

/**
 * Lists the account whose wallet members are told from now on, and notes on the one before it that it was so until now.
 * It goes on to be scanned. A configured account is never opened again by itself: who closed it had a reason.
 */
export async function makeCurrent(tx: Tx, account: OwnAccount): Promise<NotReceiving | null> {
  await lockList(tx);
  const rejection = await listReceiving(tx, account);
  if (rejection) return rejection;
  await tx.query(
    'UPDATE receiving_account SET until = now() WHERE mint = $1 AND account <> $2 AND until IS NULL',
    [account.mint, account.account],
  );
  await tx.query('UPDATE receiving_account SET until = NULL WHERE account = $1 AND until IS NOT NULL', [
    account.account,
  ]);
  return null;
}

/**
 * Lists an account as one that receives, unless it is listed; the list must be locked. Its history is read from the
 * beginning, as verdicts on what came to it were made without it. That of the very first is not: they were made for it.
 */
export async function listReceiving(
  tx: Tx,
  { account, owner, mint, program }: OwnAccount,
): Promise<NotReceiving | null> {
  const cold = await queryRow(tx, z.unknown(), 'SELECT FROM cold_account WHERE account = $1', [account]);
  if (cold) return 'cold';
  const known = await queryRow(
    tx,
    closedRow,
    'SELECT closed_at IS NOT NULL AS "isClosed" FROM receiving_account WHERE account = $1',
    [account],
  );
  if (known) return known.isClosed ? 'closed' : null;
  await tx.query(
    'DELETE FROM scan WHERE account = $1 AND EXISTS (SELECT FROM receiving_account WHERE mint = $2)',
    [account, mint],
  );
  await tx.query(
    'INSERT INTO receiving_account (account, owner, mint, program, until) VALUES ($1, $2, $3, $4, now())',
    [account, owner, mint, program],
  );
  await raiseVersion(tx);
  return null;
}
