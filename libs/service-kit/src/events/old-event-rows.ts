import { z } from 'zod';
import { int8Id } from '../database/columns.js';
import type { Tx } from '../database/database.js';
import { queryRow, queryValue } from '../database/query-rows.js';
import { STREAM_SHARE } from './event-stream.js';

/**
 * Tables that are cleaned, with the factor by which each keeps its rows longer than an outbox: an inbox must
 * know an event for longer than it may be redelivered. None goes while a stream may still have what was
 * `delivered`: what the stream loses is looked for in the outbox.
 */
const TABLES = {
  outbox: { time: 'created_at', delivered: 'published_at', factor: 1 },
  inbox: { time: 'handled_at', delivered: 'handled_at', factor: 4 / 3 },
} as const;
export type EventTable = keyof typeof TABLES;
export const EVENT_TABLES = Object.keys(TABLES) as EventTable[];

/** Result of one deletion: the number of rows, and the time of the youngest of them. */
const deletedRow = z.object({ count: int8Id, until: z.string().nullable() });
export type Deleted = Readonly<z.output<typeof deletedRow>>;

/**
 * Returns SQL that is true for a published row of an outbox that may go out again; `retention` is the parameter with
 * its milliseconds. One past that time only waits to be deleted, and inboxes may have forgotten its event.
 */
export const mayGoOutAgain = (retention: string): string =>
  `(created_at >= now() - make_interval(secs => ${retention}::float8 / 1000)
    OR published_at >= now() - make_interval(secs => ${retention}::float8 * ${STREAM_SHARE} / 1000))`;

/**
 * Deletes some of the oldest rows past their retention.
 * @param from the `until` of the previous deletion, so that deleted rows are not scanned again
 */
export async function deleteOld(
  tx: Tx,
  table: EventTable,
  retentionMs: number,
  { from, limit }: { from: string | null; limit: number },
): Promise<Deleted> {
  const { time, delivered, factor } = TABLES[table];
  // Forces a read of the index in its order, whatever Postgres estimates for the size of the table.
  await tx.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
  const deleted = await queryRow(
    tx,
    deletedRow,
    `WITH gone AS (
       DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table}
         WHERE ${time} >= $1::timestamptz AND ${time} < now() - make_interval(secs => $2::float8 / 1000)
           AND ${delivered} < now() - make_interval(secs => $3::float8 / 1000)
         ORDER BY ${time} LIMIT $4))
       RETURNING ${time})
     SELECT count(*) AS count, max(${time})::text AS until FROM gone`,
    [from ?? '-infinity', retentionMs * factor, retentionMs * STREAM_SHARE, limit],
  );
  return deleted ?? { count: 0, until: null };
}

/**
 * Deletes the positions of consumers that no running version of the service has: none has looked for gaps with
 * them for as long as an inbox keeps its rows. One that comes back begins at the first event that may go out
 * again, all of which are younger than that.
 */
export async function deleteOldCursors(tx: Tx, retentionMs: number): Promise<void> {
  await tx.query(
    'DELETE FROM inbox_cursor WHERE claimed_at < now() - make_interval(secs => $1::float8 / 1000)',
    [retentionMs * TABLES.inbox.factor],
  );
}

/** Returns how many seconds the oldest row is past its retention. */
export async function measureOverdueSeconds(tx: Tx, table: EventTable, retentionMs: number): Promise<number> {
  const { time, delivered, factor } = TABLES[table];
  const seconds = await queryValue(
    tx,
    z.number(),
    `SELECT extract(epoch FROM least(now() - ${time} - make_interval(secs => $1::float8 / 1000),
                                     now() - ${delivered} - make_interval(secs => $2::float8 / 1000)))::float8 AS seconds
     FROM ${table}
     WHERE ${time} < now() - make_interval(secs => $1::float8 / 1000)
       AND ${delivered} < now() - make_interval(secs => $2::float8 / 1000)
     ORDER BY ${time} LIMIT 1`,
    [retentionMs * factor, retentionMs * STREAM_SHARE],
  );
  return seconds ?? 0;
}
