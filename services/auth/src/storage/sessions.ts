import type { MemberRole } from '@likewell/contracts/auth/profile';
import type { CachedSession } from '@likewell/contracts/auth/session-cache';
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

/** The active member of a session that stands with her role, or null. Its use is noted once an hour. */
export async function useSession(tx: Tx, tokenHash: string): Promise<CachedSession | null> {
  const [row] = await tx.query<{ member_id: string; role: MemberRole; stale: boolean }[]>(
    `SELECT s.member_id, m.role, s.last_used_at < now() - interval '1 hour' AS stale FROM session s
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
  return { memberId: idFromInt8(row.member_id), role: row.role };
}

/** Ends a session for good; one that does not exist is ended already. */
export async function deleteSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.query(`DELETE FROM session WHERE token_hash = decode($1, 'hex')`, [tokenHash]);
}

/** Ends all sessions of a member; answers with their hashes in hex. */
export async function deleteSessionsOf(tx: Tx, memberId: number): Promise<string[]> {
  const [rows] = await tx.query<[{ hash: string }[], number]>(
    `DELETE FROM session WHERE member_id = $1 RETURNING encode(token_hash, 'hex') AS hash`,
    [memberId],
  );
  return rows.map(({ hash }) => hash);
}

/** The sessions of a member: their hashes in hex. */
export async function findSessionsOf(tx: Tx, memberId: number): Promise<string[]> {
  const rows = await tx.query<{ hash: string }[]>(
    `SELECT encode(token_hash, 'hex') AS hash FROM session WHERE member_id = $1`,
    [memberId],
  );
  return rows.map(({ hash }) => hash);
}

/** Removes sessions that have run out, a bounded number at a time. */
export async function deleteExpiredSessions(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM session WHERE token_hash = ANY(ARRAY(SELECT token_hash FROM session WHERE NOT (${STANDS}) LIMIT 5000))`,
  );
}
