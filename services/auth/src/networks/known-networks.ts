import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';

/** Records that a member has signed in from a network. @param network its keyed hash */
export async function rememberNetwork(tx: Tx, memberId: number, network: string): Promise<void> {
  await tx.query(
    `INSERT INTO known_network AS k (member_id, network) VALUES ($1, $2)
     ON CONFLICT (member_id, network) DO UPDATE SET signed_in_at = now()
     WHERE k.signed_in_at < now() - interval '1 day'`,
    [memberId, network],
  );
}

/**
 * Tells whether a member has signed in from a network; false if there is no member.
 * @param network its keyed hash
 */
export function isKnownNetwork(tx: Tx, memberId: number | null, network: string): Promise<boolean> {
  const sql = 'SELECT FROM known_network WHERE member_id = $1::bigint AND network = $2';
  return returnsRow(tx, sql, [memberId, network]);
}

export const deleteUnusedNetworks = oldRows('known_network', `signed_in_at < now() - interval '90 days'`);
