import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** How long a file is there, for Postgres. */
const KEPT = '24 hours';
/** Attempts at a file, those that a killed process began among them: ten minutes of a service that does not answer. */
const MAX_ATTEMPTS = 15;

const claimRow = z.object({
  id: int8Id,
  memberId: int8Id,
  madeFor: z.enum(['member', 'operator']),
  /** Which attempt this is, from 1; it is ours as long as there is no later one. */
  attempts: z.int(),
});
/** A file that nobody else makes as long as the lease is renewed. */
export type Claim = z.output<typeof claimRow>;

/** Of the claim `$1` at its attempt `$2`. */
const IS_OURS = `id = $1 AND attempts = $2 AND status = 'running'`;
const LEASE = `now() + interval '30 seconds'`;

/** Claims the file that has been due for longest, and forgets what an attempt before wrote; null when none is due. */
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

/** Renews the lease and notes how far the file is; false where it is no longer ours. */
export async function renewLease(tx: Tx, { id, attempts }: Claim, partsDone: number): Promise<boolean> {
  const sql = `UPDATE export SET due_at = ${LEASE}, parts_done = $3 WHERE ${IS_OURS} RETURNING 1`;
  return (await queryRow(tx, z.object({}), sql, [id, attempts, partsDone])) !== null;
}

/** Adds a chunk, after {@link renewLease} in the same transaction. */
export async function insertChunk(tx: Tx, { id }: Claim, number: number, bytes: Buffer): Promise<void> {
  await tx.query('INSERT INTO export_chunk (export_id, number, bytes) VALUES ($1, $2, $3)', [
    id,
    number,
    bytes,
  ]);
}

/** Makes a file ready, for a day; false where it is no longer ours. */
export async function finishExport(tx: Tx, { id, attempts }: Claim, bytes: number): Promise<boolean> {
  const sql = `UPDATE export SET status = 'ready', bytes = $3, finished_at = now(), expires_at = now() + interval '${KEPT}'
    WHERE ${IS_OURS} RETURNING 1`;
  return (await queryRow(tx, z.object({}), sql, [id, attempts, bytes])) !== null;
}

/** Lets a file be tried again: after two seconds, and then twice as long each time, at most a minute. */
export async function postponeExport(tx: Tx, { id, attempts }: Claim): Promise<void> {
  await tx.query(
    `UPDATE export SET due_at = now() + least(60, power(2, $2::integer)) * interval '1 second' WHERE ${IS_OURS}`,
    [id, attempts],
  );
}

/** Leaves a file to another process at once. */
export async function releaseExport(tx: Tx, { id, attempts }: Claim): Promise<void> {
  await tx.query(`UPDATE export SET due_at = now() WHERE ${IS_OURS}`, [id, attempts]);
}

/** Gives a file up, with what is there of it. */
export async function giveUpExport(tx: Tx, { id, attempts }: Claim): Promise<void> {
  await tx.query(
    `WITH failed AS (UPDATE export SET status = 'failed', finished_at = now() WHERE ${IS_OURS} RETURNING id)
     DELETE FROM export_chunk WHERE export_id IN (SELECT id FROM failed)`,
    [id, attempts],
  );
}

/** Gives up what was tried often enough and nobody is making. @returns how many files that were */
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
