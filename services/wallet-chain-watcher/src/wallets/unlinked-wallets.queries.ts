import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';

/** Records that a member has unlinked a wallet now, so that no earlier sign-in links it again. */
export async function recordUnlinked(tx: Tx, memberId: number, address: string): Promise<void> {
  await tx.query(
    `INSERT INTO unlinked_wallet (member_id, address, at) VALUES ($1, $2, now())
     ON CONFLICT (member_id, address) DO UPDATE SET at = excluded.at`,
    [memberId, address],
  );
}

/** Tells whether the member has unlinked a wallet at that time or later. */
export function wasUnlinkedSince(tx: Tx, memberId: number, address: string, time: string): Promise<boolean> {
  return returnsRow(tx, 'SELECT 1 FROM unlinked_wallet WHERE member_id = $1 AND address = $2 AND at >= $3', [
    memberId,
    address,
    time,
  ]);
}

/** Deletes what no event is older than: inboxes know events for 40 days, and outboxes tell them for less. */
export const deleteOldUnlinked = oldRows('unlinked_wallet', "at < now() - interval '40 days'");
