import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** A session ends 30 days after its last use and 90 days after it began (ARCHITECTURE, section 4). */
const STANDS = `last_used_at > now() - interval '30 days' AND created_at > now() - interval '90 days'`;

/** Begins a session; `tokenHash` is in hex. */
export async function insertSession(tx: Tx, tokenHash: string, memberId: number): Promise<void> {
  await tx.query(`INSERT INTO session (token_hash, member_id) VALUES (decode($1, 'hex'), $2)`, [
    tokenHash,
    memberId,
  ]);
}

/** The active member of a session that stands, or null. Its use is noted once an hour. */
export async function useSession(tx: Tx, tokenHash: string): Promise<number | null> {
  const [row] = await tx.query<{ member_id: string; stale: boolean }[]>(
    `SELECT s.member_id, s.last_used_at < now() - interval '1 hour' AS stale FROM session s
     JOIN member m ON m.id = s.member_id AND m.status = 'active'
     WHERE s.token_hash = decode($1, 'hex') AND ${STANDS.replaceAll('created_at', 's.created_at')}`,
    [tokenHash],
  );
  if (!row) return null;
  if (row.stale) {
    await tx.query(`UPDATE session SET last_used_at = now() WHERE token_hash = decode($1, 'hex')`, [
      tokenHash,
    ]);
  }
  return idFromInt8(row.member_id);
}

/** Ends a session for good; one that does not exist is ended already. */
export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.query(`DELETE FROM session WHERE token_hash = decode($1, 'hex')`, [tokenHash]);
}

/** Removes sessions that have run out, a bounded number at a time. */
export async function deleteExpiredSessions(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM session WHERE token_hash = ANY(ARRAY(SELECT token_hash FROM session WHERE NOT (${STANDS}) LIMIT 5000))`,
  );
}
