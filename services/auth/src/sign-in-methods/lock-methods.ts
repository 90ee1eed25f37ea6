import type { Tx } from '@likewell/service-kit/database/database';

/**
 * Locks a member's sign-in methods, so that nobody changes or removes one until the transaction ends. Who also locks
 * the member locks these first, as a sign-in does: otherwise the two could wait for each other.
 */
export async function lockMethods(tx: Tx, memberId: number): Promise<void> {
  await tx.query('SELECT FROM identity WHERE member_id = $1 ORDER BY id FOR UPDATE', [memberId]);
}
