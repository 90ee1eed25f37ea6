import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

const claimRow = z.object({ claimed: z.int(), claimedNano: int8Nano });
/** The response to a claim. */
export type ClaimResponse = Readonly<z.output<typeof claimRow>>;

/** The columns for {@link claimRow}. */
const COLUMNS = 'deposits AS claimed, amount AS "claimedNano"';

/** The member who claims, and the wallet whose deposits they claim. */
export interface Claimant {
  readonly memberId: number;
  readonly address: string;
}

/** Stores the response to the claim that was proved by this text (its hash in hex). */
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

/** Returns the response to the member's claim that was proved by exactly this text; null when there was none. */
export function findClaim(
  tx: Tx,
  { memberId, address }: Claimant,
  hash: string,
): Promise<ClaimResponse | null> {
  return queryRow(
    tx,
    claimRow,
    `SELECT ${COLUMNS} FROM claim WHERE message_hash = decode($1, 'hex') AND member_id = $2 AND address = $3`,
    [hash, memberId, address],
  );
}

/** Returns the response to the member's last claim of this wallet; null when there was none. */
export function findLastClaim(tx: Tx, { memberId, address }: Claimant): Promise<ClaimResponse | null> {
  return queryRow(
    tx,
    claimRow,
    `SELECT ${COLUMNS} FROM claim WHERE member_id = $1 AND address = $2 ORDER BY id DESC LIMIT 1`,
    [memberId, address],
  );
}

/** Claims of members who have left: each ties their number to a wallet, and nobody repeats them any more. */
export const deleteClaimsOfWhoLeft = oldRows('claim', 'member_id IN (SELECT member_id FROM left_member)');
