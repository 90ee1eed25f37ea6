import { securityEvent } from '@likewell/contracts/auth/security-events';
import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn, queryRows, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** A row of {@link EVENT_COLUMNS}. */
export const eventRow = securityEvent
  .omit({ isThisNetwork: true, isThisDevice: true })
  .extend({ id: int8Id, at: isoTime, network: z.string().nullable(), device: z.string().nullable() });
export type SecurityEventRow = z.output<typeof eventRow>;

/** An event to insert; Postgres gives it its number and time. */
export interface NewSecurityEventRow extends Omit<SecurityEventRow, 'id' | 'at'> {
  readonly memberId: number | null;
  readonly operator: string | null;
  readonly reason: string | null;
  readonly requestId: string | null;
}

/** The columns of {@link NewSecurityEventRow}, in the order of {@link NEW_VALUES}. */
export const NEW_COLUMNS =
  'member_id, kind, detail, method, network, device, count, done_by, operator, reason, request_id';
/** The fields of a {@link NewSecurityEventRow} as JSON holds them, and their types in Postgres. */
export const NEW_FIELDS = `"memberId" bigint, kind text, detail text, method text, network text, device text, count integer,
  "doneBy" text, operator text, reason text, "requestId" text`;
export const NEW_VALUES =
  '"memberId", kind, detail, method, network, device, count, "doneBy", operator, reason, "requestId"';

/** The columns for {@link eventRow}. */
export const EVENT_COLUMNS = 'id, at, kind, detail, method, network, device, count, done_by AS "doneBy"';

/** Inserts events in their order; returns their numbers. */
export function insertSecurityEvents(tx: Tx, events: readonly NewSecurityEventRow[]): Promise<number[]> {
  return queryColumn(
    tx,
    int8Id,
    `INSERT INTO security_event (${NEW_COLUMNS})
     SELECT ${NEW_VALUES} FROM jsonb_to_recordset($1::jsonb) AS event (${NEW_FIELDS}) RETURNING id`,
    [JSON.stringify(events)],
  );
}

/** Tells whether a member has signed in with this kind of browser. @param device its keyed hash */
export function isKnownDevice(tx: Tx, memberId: number, device: string): Promise<boolean> {
  return returnsRow(
    tx,
    `SELECT FROM security_event
     WHERE member_id = $1 AND device = $2 AND kind IN ('registered', 'signed-in') LIMIT 1`,
    [memberId, device],
  );
}

/** Returns a page of a member's events and one more, newest first. */
export function findSecurityEventsOf(
  tx: Tx,
  memberId: number,
  beforeId: number | null,
): Promise<SecurityEventRow[]> {
  return queryRows(
    tx,
    eventRow,
    `SELECT ${EVENT_COLUMNS} FROM security_event WHERE member_id = $1 ${beforeId === null ? '' : 'AND id < $3'}
     ORDER BY id DESC LIMIT $2`,
    [memberId, ROWS_TO_READ, ...(beforeId === null ? [] : [beforeId])],
  );
}

/** Deletes a batch of events that are old enough, and returns their number. */
export async function deleteOldSecurityEvents(tx: Tx): Promise<number> {
  const sql = 'SELECT delete_old_security_events() AS count';
  return (await queryValue(tx, z.int(), sql)) ?? 0;
}
