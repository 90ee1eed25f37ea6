import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const DOWNLOAD_PERIOD = '24 hours';
/**
 * Limit of the attempts at an export, including those that a killed process began: about ten minutes while a
 * service does not answer.
 */
const MAX_ATTEMPTS = 15;

const claimRow = z.object({
  id: int8Id,
  memberId: int8Id,
  madeFor: z.enum(['member', 'operator']),
  /** Number of this attempt, from 1; the claim is valid as long as no later attempt has begun. */
  attempts: z.int(),
});
/** An export that nobody else makes as long as the lease is renewed. */
export type Claim = z.output<typeof claimRow>;

/** Condition that the claim `$1` is still at its attempt `$2`. */
const IS_OURS = `id = $1 AND attempts = $2 AND status = 'running'`;
const LEASE = `now() + interval '30 seconds'`;

/** Claims the export that has been due for longest, and deletes what an earlier attempt wrote; null if none is due. */
export async function claimExport(tx: Tx): Promise<Claim | null> {
  const claim = await queryRow(
    tx,
    claimRow,
    `UPDATE export SET attempts = attempts + 1, parts_done = 0, due_at = ${LEASE}
     WHERE id = (SELECT id FROM export WHERE status = 'running' AND due_at <= now() AND attempts < ${MAX_ATTEMPTS}
                 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, member_id AS "memberId", made_for AS "madeFor", attempts`,
  );
  if (claim) await tx.query('DELETE FROM export_chunk WHERE export_id = $1', [claim.id]);
  return claim;
}

/** Renews the lease and records the progress; returns false if the claim is lost. */
export function renewLease(tx: Tx, { id, attempts }: Claim, partsDone: number): Promise<boolean> {
  const sql = `UPDATE export SET due_at = ${LEASE}, parts_done = $3 WHERE ${IS_OURS} RETURNING 1`;
  return returnsRow(tx, sql, [id, attempts, partsDone]);
}

/** Adds a chunk, after {@link renewLease} in the same transaction. */
export async function insertChunk(tx: Tx, { id }: Claim, number: number, bytes: Buffer): Promise<void> {
  await tx.query('INSERT INTO export_chunk (export_id, number, bytes) VALUES ($1, $2, $3)', [
    id,
    number,
    bytes,
  ]);
}

/** Marks an export as ready, for a day; returns false if the claim is lost. */
export function finishExport(tx: Tx, { id, attempts }: Claim, bytes: number): Promise<boolean> {
  const sql = `UPDATE export SET status = 'ready', bytes = $3, finished_at = now(), expires_at = now() + interval '${DOWNLOAD_PERIOD}'
    WHERE ${IS_OURS} RETURNING 1`;
  return returnsRow(tx, sql, [id, attempts, bytes]);
}

/** Schedules another attempt: after two seconds, then twice as long each time, at most a minute. */
export async function postponeExport(tx: Tx, { id, attempts }: Claim): Promise<void> {
  await tx.query(
    `UPDATE export SET due_at = now() + least(60, power(2, $2::integer)) * interval '1 second' WHERE ${IS_OURS}`,
    [id, attempts],
  );
}

/** Releases an export to other processes at once. */
export async function releaseExport(tx: Tx, { id, attempts }: Claim): Promise<void> {
  await tx.query(`UPDATE export SET due_at = now() WHERE ${IS_OURS}`, [id, attempts]);
}

/** Gives an export up, and deletes what was written of it. */
export async function giveUpExport(tx: Tx, { id, attempts }: Claim): Promise<void> {
  await tx.query(
    `WITH failed AS (UPDATE export SET status = 'failed', finished_at = now() WHERE ${IS_OURS} RETURNING id)
     DELETE FROM export_chunk WHERE export_id IN (SELECT id FROM failed)`,
    [id, attempts],
  );
}

/** Gives up the exports that have used all attempts and that nobody is making. @returns their number */
export async function giveUpExhausted(tx: Tx): Promise<number> {
  const rows = await queryRows(
    tx,
    z.object({}),
    `WITH failed AS (UPDATE export SET status = 'failed', finished_at = now() WHERE id = ANY(ARRAY(SELECT id FROM export
         WHERE status = 'running' AND due_at <= now() AND attempts >= ${MAX_ATTEMPTS} LIMIT 100 FOR UPDATE SKIP LOCKED)) RETURNING id),
     gone AS (DELETE FROM export_chunk WHERE export_id IN (SELECT id FROM failed))
     SELECT FROM failed`,
  );
  return rows.length;
}
