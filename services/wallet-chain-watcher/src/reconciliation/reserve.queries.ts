import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { LikeToken } from '../solana/like-token.js';

const accountRow = z.object({ account: z.string(), owner: z.string(), opening: int8Nano });

/** The accounts that must hold the deposited amounts. */
export interface Reserve {
  /** Receiving accounts, closed ones and cold storage, each with the wallet that must own it. */
  readonly accounts: ReadonlyMap<string, string>;
  /** The part of their balance that came from no deposit, in nano-LIKE. */
  readonly openingsNano: bigint;
}

/** Returns every account of ours for this mint, and the total of them that came from no deposit. */
export async function findReserve(tx: Tx, { mint, program }: LikeToken): Promise<Reserve> {
  const rows = await queryRows(
    tx,
    accountRow,
    `SELECT account, owner, 0::bigint AS opening FROM receiving_account WHERE mint = $1 AND program = $2
     UNION ALL SELECT account, owner, opening FROM cold_account
     WHERE mint = $1 AND program = $2 AND removed_at IS NULL`,
    [mint, program],
  );
  return {
    accounts: new Map(rows.map(({ account, owner }) => [account, owner])),
    openingsNano: rows.reduce((total, { opening }) => total + opening, 0n),
  };
}
