import type { walletProved } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

/** A wallet that a member has proved to be theirs, and when. */
export type ProvedWallet = EventData<typeof walletProved>;

const unlinkedRow = z.object({ address: z.string(), at: isoTime, isTaken: z.boolean() });
const takenRow = z.object({
  memberId: int8Id,
  address: z.string(),
  provedAt: isoTime,
  isBare: z.boolean(),
});

/** Records that a member has unlinked a wallet now, so that no earlier sign-in links it again. */
export async function recordUnlinked(tx: Tx, memberId: number, address: string): Promise<void> {
  await tx.query(
    `INSERT INTO unlinked_wallet (member_id, address, at) VALUES ($1, $2, now())
     ON CONFLICT (member_id, address) DO UPDATE SET at = excluded.at, is_taken = false`,
    [memberId, address],
  );
}

/** Tells whether the member has unlinked a wallet at that time or later. */
export function wasUnlinkedSince(tx: Tx, memberId: number, address: string, time: string): Promise<boolean> {
  return returnsRow(
    tx,
    `SELECT 1 FROM unlinked_wallet
     WHERE member_id = $1 AND address = $2 AND at >= $3 AND NOT is_taken`,
    [memberId, address, time],
  );
}

/** Records that a member has proved a wallet that somebody else has linked, unless the member has left. */
export async function recordTaken(
  tx: Tx,
  { memberId, address, provedAt, isBare = false }: ProvedWallet,
): Promise<void> {
  await tx.query(
    `INSERT INTO unlinked_wallet AS earlier (member_id, address, at, is_taken, is_bare)
     SELECT $1, $2, coalesce($3, now()), true, $4 WHERE NOT EXISTS (SELECT FROM left_member WHERE member_id = $1)
     ON CONFLICT (member_id, address) DO UPDATE SET at = greatest(earlier.at, excluded.at), is_taken = true,
       is_bare = excluded.is_bare AND (earlier.is_bare OR NOT earlier.is_taken)`,
    [memberId, address, provedAt, isBare],
  );
}

/** Returns who was the last to prove each of these wallets while somebody else had it linked. */
export function findTaken(tx: Tx, addresses: readonly string[]): Promise<ProvedWallet[]> {
  return queryRows(
    tx,
    takenRow,
    `SELECT DISTINCT ON (address) member_id AS "memberId", address, at AS "provedAt", is_bare AS "isBare"
     FROM unlinked_wallet WHERE is_taken AND address = ANY ($1) ORDER BY address, at DESC`,
    [addresses],
  );
}

/** Returns the member's newest thousand of these wallets, oldest first. */
export function listUnlinked(tx: Tx, memberId: number) {
  return queryRows(
    tx,
    unlinkedRow,
    `SELECT address, at, is_taken AS "isTaken" FROM (
       SELECT * FROM unlinked_wallet WHERE member_id = $1 ORDER BY at DESC LIMIT 1000) AS newest
     ORDER BY at, address`,
    [memberId],
  );
}

/** Deletes what no event is older than: inboxes know events for 40 days, and outboxes tell them for less. */
export const deleteOldUnlinked = oldRows('unlinked_wallet', "at < now() - interval '40 days'");
