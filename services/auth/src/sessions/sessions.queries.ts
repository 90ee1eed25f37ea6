import { memberRole } from '@likewell/contracts/core/member-role';
import type { CachedSession } from '@likewell/contracts/auth/session-cache';
import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn, queryRows, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { hasSecondFactor } from '../second-factors/has-second-factor.js';

/** Condition of a valid session: it ends 30 days after its last use and 90 days after it began. */
export const IS_ALIVE = `last_used_at > now() - interval '30 days' AND created_at > now() - interval '90 days'`;

/** A member with a role but without a second factor has only a member's rights. */
const EFFECTIVE_ROLE = `CASE WHEN m.role = 'member' OR ${hasSecondFactor('m.id')} THEN m.role ELSE 'member' END`;

/** Condition of a session whose use has to be recorded, which it is once an hour. */
const IS_STALE = `last_used_at < now() - interval '1 hour'`;

const foundRow = z.object({
  hash: z.string(),
  memberId: int8Id,
  role: memberRole,
  tipLimitNano: int8Nano.nullable(),
  isStale: z.boolean(),
});
const expiredRow = z.object({ memberId: int8Id, count: z.int() });

/** A valid session of an active member. */
interface FoundSession {
  readonly session: CachedSession;
  /** True if its use has to be recorded. */
  readonly isStale: boolean;
}

/** Returns those of these sessions that are valid and whose member is active, by the hashes of their tokens. */
export async function findSessions(
  tx: Tx,
  tokenHashes: readonly string[],
): Promise<Map<string, FoundSession>> {
  const rows = await queryRows(
    tx,
    foundRow,
    `SELECT encode(s.token_hash, 'hex') AS hash, s.member_id AS "memberId", ${EFFECTIVE_ROLE} AS role,
       m.tip_limit_nano AS "tipLimitNano", ${IS_STALE} AS "isStale" FROM session s
     JOIN member m ON m.id = s.member_id AND m.status = 'active'
     WHERE s.token_hash = ANY ($1::bytea[]) AND ${IS_ALIVE.replaceAll('created_at', 's.created_at')}`,
    [tokenHashes.map((hash) => Buffer.from(hash, 'hex'))],
  );
  return new Map(
    rows.map(({ hash, isStale, tipLimitNano, ...session }) => [
      hash,
      { session: tipLimitNano === null ? session : { ...session, tipLimitNano }, isStale },
    ]),
  );
}

/** Records that a session is in use, unless somebody has in the last hour. */
export async function touchSession(tx: Tx, tokenHash: string): Promise<void> {
  await tx.query(
    `UPDATE session SET last_used_at = now() WHERE token_hash = decode($1, 'hex') AND ${IS_STALE}`,
    [tokenHash],
  );
}

/** Ends a session; returns its member, or null if there is none. */
export function deleteSession(tx: Tx, tokenHash: string): Promise<number | null> {
  return queryValue(
    tx,
    int8Id,
    `DELETE FROM session WHERE token_hash = decode($1, 'hex') RETURNING member_id AS "memberId"`,
    [tokenHash],
  );
}

/**
 * Ends the sessions of a member, all or all but that with a token, and sign-ins that wait for a second factor.
 * @returns the hashes of the sessions in hex
 */
export async function deleteSessionsOf(
  tx: Tx,
  memberId: number,
  exceptTokenHash: string | null,
): Promise<string[]> {
  // A separate statement: it waits for a transaction that turns a ticket into a session, so the next one sees that.
  await tx.query('DELETE FROM second_factor_ticket WHERE member_id = $1', [memberId]);
  return queryColumn(
    tx,
    z.string(),
    `DELETE FROM session WHERE member_id = $1 AND token_hash IS DISTINCT FROM decode($2, 'hex')
     RETURNING encode(token_hash, 'hex') AS hash`,
    [memberId, exceptTokenHash],
  );
}

/** Tells whether a member has this session. */
export function hasSession(tx: Tx, memberId: number, tokenHash: string): Promise<boolean> {
  const sql = `SELECT FROM session WHERE token_hash = decode($2, 'hex') AND member_id = $1`;
  return returnsRow(tx, sql, [memberId, tokenHash]);
}

/** Returns the hashes of a member's sessions in hex. */
export function findSessionsOf(tx: Tx, memberId: number): Promise<string[]> {
  const sql = `SELECT encode(token_hash, 'hex') AS hash FROM session WHERE member_id = $1`;
  return queryColumn(tx, z.string(), sql, [memberId]);
}

/**
 * Deletes a member's least recently used sessions beyond `max`, a thousand at most, so that a sign-in is
 * short also where very many began before there was a limit; returns their hashes in hex. The one that has
 * just begun is never among them, whatever the clock says. Sessions that somebody else is ending are skipped,
 * so that concurrent sign-ins do not wait for each other.
 */
export function deleteSurplusSessions(
  tx: Tx,
  { memberId, begun, max }: { memberId: number; begun: string; max: number },
): Promise<string[]> {
  return queryColumn(
    tx,
    z.string(),
    `WITH surplus AS MATERIALIZED (
       SELECT token_hash FROM (
         SELECT token_hash, last_used_at, id FROM session WHERE member_id = $1 AND token_hash <> decode($3, 'hex')
         ORDER BY last_used_at DESC, id DESC OFFSET $2) AS beyond
       ORDER BY last_used_at, id LIMIT 1000)
     DELETE FROM session WHERE token_hash = ANY(ARRAY(
       SELECT token_hash FROM session WHERE token_hash IN (SELECT token_hash FROM surplus) FOR UPDATE SKIP LOCKED))
     RETURNING encode(token_hash, 'hex') AS hash`,
    [memberId, max - 1, begun],
  );
}

/** Deletes a batch of expired sessions; returns their number for each member. */
export function deleteExpiredSessions(tx: Tx): Promise<z.output<typeof expiredRow>[]> {
  return queryRows(
    tx,
    expiredRow,
    `WITH ended AS (
       DELETE FROM session WHERE token_hash = ANY(ARRAY(SELECT token_hash FROM session WHERE NOT (${IS_ALIVE}) LIMIT 5000))
       RETURNING member_id)
     SELECT member_id AS "memberId", count(*)::integer AS count FROM ended GROUP BY member_id`,
  );
}
