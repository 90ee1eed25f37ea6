import type { EventKind } from '@likewell/contracts/core/define-event';
import { z } from 'zod';
import { tryLock } from '../database/advisory-locks.js';
import type { Tx } from '../database/database.js';
import { queryRows, queryValue, returnsRow } from '../database/query-rows.js';
import { mayGoOutAgain } from './old-event-rows.js';

/** An event that waits in the outbox, or may have to be published again. */
const outboxRow = z.object({ seq: z.string(), id: z.string(), subject: z.string(), envelope: z.unknown() });
export type OutboxRow = Readonly<z.output<typeof outboxRow>>;

/** Makes this transaction the schema's only relay; returns false when another one is. */
export function becomeRelay(tx: Tx): Promise<boolean> {
  return tryLock(tx, 'outbox-relay');
}

/**
 * Records the stream that rows are published to. Returns true when it is a new one, which gets all retained
 * rows again.
 */
export function recordStream(tx: Tx, createdAt: string): Promise<boolean> {
  return returnsRow(
    tx,
    `INSERT INTO outbox_stream (created_at) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET created_at = excluded.created_at, resent_seq = 0,
       resend_until = (SELECT coalesce(max(seq), 0) FROM outbox)
       WHERE outbox_stream.created_at <> excluded.created_at
     RETURNING resend_until`,
    [createdAt],
  );
}

/** Returns the oldest rows of these kinds that no stream has stored yet. */
export function findWaiting(tx: Tx, kinds: readonly EventKind[], limit: number): Promise<OutboxRow[]> {
  return queryRows(
    tx,
    outboxRow,
    `SELECT seq, id, subject, envelope FROM outbox
     WHERE published_at IS NULL AND subject LIKE ANY ($1) ORDER BY seq LIMIT $2`,
    [kinds.map((kind) => `${kind}.%`), limit],
  );
}

/**
 * Marks rows that the stream has stored, and gives them positions in the order in which they were written, however
 * they lie in the table. The time is that of the mark: by the transaction's beginning an event could look older than
 * it is in the stream, and be taken for lost while it waits for its turn.
 */
export async function markPublished(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  await tx.query(
    `UPDATE outbox SET published_at = clock_timestamp(), position = placed.position
     FROM (SELECT seq, nextval('outbox_position') AS position
           FROM (SELECT unnest($1::bigint[]) AS seq ORDER BY seq) AS stored) AS placed
     WHERE outbox.seq = placed.seq`,
    [rows.map((row) => row.seq)],
  );
}

/**
 * Returns the oldest retained rows that an earlier stream stored and this one has not. Its bounds are looked up before
 * the rows: a join read all retained rows in each round.
 */
export function findResendable(tx: Tx, retentionMs: number, limit: number): Promise<OutboxRow[]> {
  return queryRows(
    tx,
    outboxRow,
    `SELECT seq, id, subject, envelope FROM outbox
     WHERE seq > (SELECT resent_seq FROM outbox_stream) AND seq <= (SELECT resend_until FROM outbox_stream)
       AND published_at IS NOT NULL AND ${mayGoOutAgain('$1')}
     ORDER BY seq LIMIT $2`,
    [retentionMs, limit],
  );
}

/** Records the progress of publishing again. */
export async function markResent(tx: Tx, last: OutboxRow): Promise<void> {
  await tx.query('UPDATE outbox_stream SET resent_seq = $1', [last.seq]);
}

/**
 * Returns how many seconds the oldest row has waited; for one of the future, which was recorded before the
 * clock was set back, how far it is away.
 */
export async function measureLagSeconds(tx: Tx): Promise<number> {
  const seconds = await queryValue(
    tx,
    z.number(),
    `SELECT abs(extract(epoch FROM now() - created_at))::float8 AS seconds
     FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT 1`,
  );
  return seconds ?? 0;
}
