import { signInMethod } from '@likewell/contracts/auth/security-events';
import { secondFactorWay, type SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import { memberRole } from '@likewell/contracts/core/member-role';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { hasSecondFactor } from './has-second-factor.js';

const TICKET_IS_ALIVE = `created_at > now() - interval '5 minutes' AND tries < 5`;
const ticketRow = z.object({ memberId: int8Id, method: signInMethod });
/** Who proved one factor, and by what. */
export type Ticket = z.output<typeof ticketRow>;

/** By what a member can show their second factor; nothing where they have none. */
export async function findWays(tx: Tx, memberId: number): Promise<SecondFactorWay[]> {
  const rows = await queryRows(
    tx,
    z.object({ way: secondFactorWay }),
    `SELECT 'totp' AS way FROM totp WHERE member_id = $1 AND confirmed_at IS NOT NULL
     UNION ALL SELECT 'passkey' WHERE EXISTS (SELECT FROM passkey WHERE member_id = $1)
     UNION ALL SELECT 'recovery-code' WHERE EXISTS (SELECT FROM recovery_code WHERE member_id = $1) AND ${hasSecondFactor('$1')}`,
    [memberId],
  );
  return rows.map(({ way }) => way);
}

/** Keeps that somebody proved one factor. */
export async function insertTicket(tx: Tx, ticketHash: string, { memberId, method }: Ticket): Promise<void> {
  await tx.query(
    `INSERT INTO second_factor_ticket (ticket_hash, member_id, method) VALUES (decode($1, 'hex'), $2, $3)`,
    [ticketHash, memberId, method],
  );
}

/** The member of a ticket that is alive. */
export async function findTicket(tx: Tx, ticketHash: string): Promise<Ticket | null> {
  const sql = `SELECT member_id AS "memberId", method FROM second_factor_ticket
    WHERE ticket_hash = decode($1, 'hex') AND ${TICKET_IS_ALIVE}`;
  return queryRow(tx, ticketRow, sql, [ticketHash]);
}

/** Counts a try with a ticket that is alive; null where it is not. */
export async function countTry(tx: Tx, ticketHash: string): Promise<Ticket | null> {
  const sql = `WITH tried AS (UPDATE second_factor_ticket SET tries = tries + 1
      WHERE ticket_hash = decode($1, 'hex') AND ${TICKET_IS_ALIVE} RETURNING member_id, method)
    SELECT member_id AS "memberId", method FROM tried`;
  return queryRow(tx, ticketRow, sql, [ticketHash]);
}

/** Takes a ticket away, so that it works once; false where it is gone. */
export async function takeTicket(tx: Tx, ticketHash: string): Promise<boolean> {
  const sql = `WITH taken AS (DELETE FROM second_factor_ticket WHERE ticket_hash = decode($1, 'hex') RETURNING 1)
    SELECT FROM taken`;
  return (await queryRow(tx, z.object({}), sql, [ticketHash])) !== null;
}

/** Removes tickets that have run out. */
export async function deleteOldTickets(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM second_factor_ticket WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM second_factor_ticket WHERE NOT (${TICKET_IS_ALIVE}) LIMIT 5000))`,
  );
}

/** How many recovery codes a member has left. */
export async function countRecoveryCodes(tx: Tx, memberId: number): Promise<number> {
  const sql = 'SELECT count(*)::integer AS count FROM recovery_code WHERE member_id = $1';
  return (await queryRow(tx, z.object({ count: z.int() }), sql, [memberId]))?.count ?? 0;
}

/** Puts codes, by their hashes in hex, in the place of those that a member has. */
export async function replaceRecoveryCodes(
  tx: Tx,
  memberId: number,
  hashes: readonly string[],
): Promise<void> {
  await tx.query('DELETE FROM recovery_code WHERE member_id = $1', [memberId]);
  await tx.query(
    `INSERT INTO recovery_code (member_id, code_hash) SELECT $1, decode(hash, 'hex') FROM unnest($2::text[]) AS hash`,
    [memberId, hashes],
  );
}

/** Takes a recovery code away, so that it works once; false where it is none. */
export async function takeRecoveryCode(tx: Tx, memberId: number, codeHash: string): Promise<boolean> {
  const sql = `WITH taken AS (
      DELETE FROM recovery_code WHERE member_id = $1 AND code_hash = decode($2, 'hex') RETURNING 1)
    SELECT FROM taken`;
  return (await queryRow(tx, z.object({}), sql, [memberId, codeHash])) !== null;
}

/** Whether a member has a second factor, and what they are. */
export async function findSecondFactorStatus(tx: Tx, memberId: number) {
  const sql = `SELECT role, ${hasSecondFactor('m.id')} AS "hasSecondFactor" FROM member m WHERE id = $1`;
  return queryRow(tx, z.object({ role: memberRole, hasSecondFactor: z.boolean() }), sql, [memberId]);
}
