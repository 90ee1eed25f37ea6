import { z } from 'zod';
import { tryLock } from '../database/advisory-locks.js';
import type { Tx } from '../database/database.js';
import { queryRow, queryRows } from '../database/query-rows.js';

/** An event that waits in the outbox, or may have to go out again. */
const outboxRow = z.object({ seq: z.string(), id: z.string(), subject: z.string(), envelope: z.unknown() });
export type OutboxRow = Readonly<z.output<typeof outboxRow>>;

const lagRow = z.object({ seconds: z.number() });

/** Makes this transaction the schema's only relay; false when another one is at it. */
export function becomeRelay(tx: Tx): Promise<boolean> {
  return tryLock(tx, 'outbox-relay');
}

/** Notes the stream that rows go to. Answers true when it is a new one, which gets all retained rows again. */
export async function recordStream(tx: Tx, createdAt: string): Promise<boolean> {
  const changed = await queryRows(
    tx,
    z.unknown(),
    `INSERT INTO outbox_stream (created_at) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET created_at = excluded.created_at, resent_seq = 0,
       resend_until = (SELECT coalesce(max(seq), 0) FROM outbox)
       WHERE outbox_stream.created_at <> excluded.created_at
     RETURNING resend_until`,
    [createdAt],
  );
  return changed.length > 0;
}

/** The oldest rows that no stream has taken yet. */
export function findWaiting(tx: Tx, limit: number): Promise<OutboxRow[]> {
  return queryRows(
    tx,
    outboxRow,
    'SELECT seq, id, subject, envelope FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT $1',
    [limit],
  );
}

export async function markPublished(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  await tx.query('UPDATE outbox SET published_at = now() WHERE seq = ANY($1)', [rows.map((row) => row.seq)]);
}

/**
 * The oldest rows that an earlier stream took and this one has not seen. Its bounds are looked up before the rows: a
 * join read all that is retained in each round.
 */
export function findResendable(tx: Tx, limit: number): Promise<OutboxRow[]> {
  return queryRows(
    tx,
    outboxRow,
    `SELECT seq, id, subject, envelope FROM outbox
     WHERE seq > (SELECT resent_seq FROM outbox_stream) AND seq <= (SELECT resend_until FROM outbox_stream)
       AND published_at IS NOT NULL
     ORDER BY seq LIMIT $1`,
    [limit],
  );
}

/** Remembers how far the sending again has come. */
export async function markResent(tx: Tx, last: OutboxRow): Promise<void> {
  await tx.query('UPDATE outbox_stream SET resent_seq = $1', [last.seq]);
}

/** How many seconds the oldest row has waited. */
export async function measureLagSeconds(tx: Tx): Promise<number> {
  const oldest = await queryRow(
    tx,
    lagRow,
    `SELECT extract(epoch FROM now() - created_at)::float8 AS seconds
     FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT 1`,
  );
  return oldest?.seconds ?? 0;
}
