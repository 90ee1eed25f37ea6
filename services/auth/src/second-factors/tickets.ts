import { signInMethod } from '@likewell/contracts/auth/security-events';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

const TICKET_IS_ALIVE = `created_at > now() - interval '5 minutes' AND tries < 5`;
const ticketRow = z.object({ memberId: int8Id, method: signInMethod, confirms: z.boolean() });
/** The columns for {@link ticketRow}. */
const COLUMNS = 'member_id AS "memberId", method, confirms';
/** A member who proved one factor, the method, and whether that proof confirms who they are. */
export type Ticket = z.output<typeof ticketRow>;

/** Records that somebody proved one factor. */
export async function insertTicket(
  tx: Tx,
  ticketHash: string,
  { memberId, method, confirms }: Ticket,
): Promise<void> {
  await tx.query(
    `INSERT INTO second_factor_ticket (ticket_hash, member_id, method, confirms)
     VALUES (decode($1, 'hex'), $2, $3, $4)`,
    [ticketHash, memberId, method, confirms],
  );
}

/** Returns a valid ticket. */
export async function findTicket(tx: Tx, ticketHash: string): Promise<Ticket | null> {
  const sql = `SELECT ${COLUMNS} FROM second_factor_ticket
    WHERE ticket_hash = decode($1, 'hex') AND ${TICKET_IS_ALIVE}`;
  return queryRow(tx, ticketRow, sql, [ticketHash]);
}

/** Counts an attempt with a valid ticket; null if it is not valid. */
export async function countTry(tx: Tx, ticketHash: string): Promise<Ticket | null> {
  const sql = `UPDATE second_factor_ticket SET tries = tries + 1
    WHERE ticket_hash = decode($1, 'hex') AND ${TICKET_IS_ALIVE} RETURNING ${COLUMNS}`;
  return queryRow(tx, ticketRow, sql, [ticketHash]);
}

/** Deletes a ticket, so that it works once; returns false if it is gone. */
export function takeTicket(tx: Tx, ticketHash: string): Promise<boolean> {
  const sql = `DELETE FROM second_factor_ticket WHERE ticket_hash = decode($1, 'hex') RETURNING 1`;
  return returnsRow(tx, sql, [ticketHash]);
}

export const deleteOldTickets = oldRows('second_factor_ticket', `NOT (${TICKET_IS_ALIVE})`);
