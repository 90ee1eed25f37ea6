import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const claimRow = z
  .object({ deposits: z.int(), amount: int8Nano })
  .transform(({ deposits, amount }): ClaimResponse => ({ claimed: deposits, claimedNano: amount }));

/** By whom, of which wallet. */
export interface Claimant {
  readonly memberId: number;
  readonly address: string;
}

/** What a claim was answered. */
export interface ClaimResponse {
  readonly claimed: number;
  readonly claimedNano: bigint;
}

/** Keeps what the claim that was proved by this text (its hash in hex) is answered. */
export async function saveClaim(
  tx: Tx,
  { memberId, address }: Claimant,
  hash: string,
  { claimed, claimedNano }: ClaimResponse,
): Promise<void> {
  await tx.query(
    `INSERT INTO claim (message_hash, member_id, address, deposits, amount) VALUES (decode($1, 'hex'), $2, $3, $4, $5)`,
    [hash, memberId, address, claimed, claimedNano.toString()],
  );
}

/** What the member's claim that was proved by this very text was answered; null when there was none. */
export function findClaim(
  tx: Tx,
  { memberId, address }: Claimant,
  hash: string,
): Promise<ClaimResponse | null> {
  return queryRow(
    tx,
    claimRow,
    `SELECT deposits, amount FROM claim WHERE message_hash = decode($1, 'hex') AND member_id = $2 AND address = $3`,
    [hash, memberId, address],
  );
}

/** What the member's last claim of this wallet was answered; null when there was none. */
export function findLastClaim(tx: Tx, { memberId, address }: Claimant): Promise<ClaimResponse | null> {
  return queryRow(
    tx,
    claimRow,
    'SELECT deposits, amount FROM claim WHERE member_id = $1 AND address = $2 ORDER BY id DESC LIMIT 1',
    [memberId, address],
  );
}
