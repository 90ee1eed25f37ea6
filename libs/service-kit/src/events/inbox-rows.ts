import { z } from 'zod';
import { int8Id } from '../database/columns.js';
import type { Database, Tx } from '../database/database.js';
import { queryColumn, queryRows, queryValue } from '../database/query-rows.js';

const lookRow = z.object({ consumer: z.string(), seconds: z.number() });
const countRow = z.object({ consumer: z.string(), count: int8Id });

/** Beyond the longest time to the next attempt of a failed event. */
const LONGEST_RETRY = '10 minutes';

/**
 * Records events as handled by a consumer, and no longer as failed, in the transaction that handles them.
 * @returns the ids of those that it had not handled before
 */
export async function recordHandled(tx: Tx, consumer: string, ids: readonly string[]): Promise<Set<string>> {
  const added = await queryColumn(
    tx,
    z.string(),
    `WITH mended AS (DELETE FROM inbox_failed WHERE consumer = $1 AND event_id = ANY ($2::uuid[]))
     INSERT INTO inbox (consumer, event_id) SELECT $1, unnest($2::uuid[])
     ON CONFLICT DO NOTHING RETURNING event_id AS id`,
    [consumer, ids],
  );
  return new Set(added);
}

/** Returns those ids that a consumer has not handled. Each is looked up by itself, for any size of an inbox. */
export async function findUnhandled(tx: Tx, consumer: string, ids: readonly string[]): Promise<Set<string>> {
  const found = await queryColumn(
    tx,
    z.string(),
    `SELECT id FROM unnest($2::uuid[]) AS id
     WHERE NOT EXISTS (SELECT FROM inbox WHERE consumer = $1 AND event_id = id OFFSET 0)`,
    [consumer, ids],
  );
  return new Set(found);
}

/**
 * Returns those ids that a consumer has neither handled nor recorded as failed. Each is looked up by itself,
 * for any size of an inbox.
 */
export async function findMissing(tx: Tx, consumer: string, ids: readonly string[]): Promise<Set<string>> {
  const found = await queryColumn(
    tx,
    z.string(),
    `SELECT id FROM unnest($2::uuid[]) AS id
     WHERE NOT EXISTS (SELECT FROM inbox WHERE consumer = $1 AND event_id = id OFFSET 0)
       AND NOT EXISTS (SELECT FROM inbox_failed WHERE consumer = $1 AND event_id = id OFFSET 0)`,
    [consumer, ids],
  );
  return new Set(found);
}

/**
 * Takes the turn to look for gaps and returns its start position, or null while another replica's turn is
 * less than `turnMs` old. A turn of the future began before the clock was set back, and is over.
 */
export function claimCursor(tx: Tx, consumer: string, turnMs: number): Promise<string | null> {
  return queryValue(
    tx,
    z.string(),
    `INSERT INTO inbox_cursor (consumer) VALUES ($1)
     ON CONFLICT (consumer) DO UPDATE SET claimed_at = now()
       WHERE inbox_cursor.claimed_at < now() - make_interval(secs => $2::float8 / 1000)
         OR inbox_cursor.claimed_at > clock_timestamp()
     RETURNING position`,
    [consumer, turnMs],
  );
}

/** Extends a long turn, so that no other replica begins the same work. */
export async function renewTurn(tx: Tx, consumer: string): Promise<void> {
  await tx.query('UPDATE inbox_cursor SET claimed_at = now() WHERE consumer = $1', [consumer]);
}

/** Records that there is no gap up to a position, and, at the end of a look, its time. */
export async function moveCursor(tx: Tx, consumer: string, position: number, isEnd: boolean): Promise<void> {
  await tx.query(
    `UPDATE inbox_cursor SET position = greatest(position, $2), claimed_at = now(),
       looked_at = CASE WHEN $3 THEN now() ELSE looked_at END
     WHERE consumer = $1`,
    [consumer, position, isEnd],
  );
}

/**
 * Returns the age in seconds of the last complete look for gaps of each of these consumers; for one of the
 * future, which began before the clock was set back, how far it is away.
 */
export async function measureLooks(tx: Tx, consumers: readonly string[]): Promise<Record<string, number>> {
  const rows = await queryRows(
    tx,
    lookRow,
    `SELECT consumer, abs(extract(epoch FROM now() - looked_at))::float8 AS seconds
     FROM inbox_cursor WHERE consumer = ANY ($1)`,
    [consumers],
  );
  return Object.fromEntries(rows.map(({ consumer, seconds }) => [consumer, seconds]));
}

/**
 * Records another failure of an event. It is not tried again before {@link scheduleRetry}.
 * @returns how many of its failures are recorded
 */
export async function recordFailed(
  tx: Tx,
  event: { consumer: string; id: string; payload: string; error: string },
): Promise<number> {
  const attempts = await queryValue(
    tx,
    z.int(),
    `INSERT INTO inbox_failed AS failed (consumer, event_id, payload, attempts, error) VALUES ($1, $2, $3, 1, $4)
     ON CONFLICT (consumer, event_id) DO UPDATE SET
       attempts = failed.attempts + 1, error = excluded.error, retry_at = NULL
     RETURNING attempts`,
    [
      event.consumer,
      event.id,
      // A payload that is no valid event may contain the one character that Postgres cannot store.
      event.payload.replaceAll('\0', '\uFFFD'),
      event.error.replaceAll('\0', '\uFFFD'),
    ],
  );
  if (attempts === null) throw new Error('a failure was not stored');
  return attempts;
}

/** Has a failed event tried again after that time. */
export async function scheduleRetry(
  tx: Tx,
  { consumer, id }: { consumer: string; id: string },
  retryMs: number,
): Promise<void> {
  await tx.query(
    `UPDATE inbox_failed SET retry_at = now() + make_interval(secs => $3::float8 / 1000)
     WHERE consumer = $1 AND event_id = $2`,
    [consumer, id, retryMs],
  );
}

/**
 * Takes failed events that are due, or whose next attempt is further away than any: it was scheduled before
 * the clock was set back. No other replica gets them for `leaseMs`.
 * @returns their payloads
 */
export function claimDue(
  tx: Tx,
  consumer: string,
  limit: number,
  leaseMs: number,
): Promise<readonly string[]> {
  return queryColumn(
    tx,
    z.string(),
    `WITH due AS (
       UPDATE inbox_failed SET retry_at = now() + make_interval(secs => $3::float8 / 1000)
       WHERE consumer = $1 AND event_id IN (
         SELECT event_id FROM inbox_failed
         WHERE consumer = $1 AND (retry_at <= now() OR retry_at > now() + interval '${LONGEST_RETRY}')
         ORDER BY retry_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING payload)
     SELECT payload FROM due`,
    [consumer, limit, leaseMs],
  );
}

/** Returns the number of set-aside events of each consumer. */
export async function countSetAside(tx: Tx): Promise<Record<string, number>> {
  const rows = await queryRows(
    tx,
    countRow,
    `SELECT consumer, count(*) FILTER (WHERE retry_at IS NULL) AS count FROM inbox_failed GROUP BY consumer`,
  );
  return Object.fromEntries(rows.map(({ consumer, count }) => [consumer, count]));
}

/** Schedules all set-aside events again, with the full number of attempts. @returns how many there were */
export async function retrySetAside(database: Database): Promise<number> {
  const count = await database.transaction((tx) =>
    queryValue(
      tx,
      int8Id,
      `WITH again AS (UPDATE inbox_failed SET attempts = 0, retry_at = now() WHERE retry_at IS NULL RETURNING 1)
       SELECT count(*) AS count FROM again`,
    ),
  );
  return count ?? 0;
}
