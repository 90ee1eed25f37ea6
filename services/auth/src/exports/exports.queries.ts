import { exportStatus, MAX_CHUNK_BYTES } from '@likewell/contracts/auth/leaving-rpc';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Whose wish it was: nobody gets a file that was made for the other. */
export type MadeFor = 'member' | 'operator';

const exportRow = z.object({
  id: int8Id,
  status: exportStatus,
  partsDone: z.int(),
  requestedAt: z.date(),
  bytes: int8Id.nullable(),
  expiresAt: z.date().nullable(),
});
/** A member's file, and how far it is. */
export type ExportRow = z.output<typeof exportRow>;

/** A file whose time is over is no more, whether its bytes are deleted yet or not. */
const STATUS = `CASE WHEN status = 'ready' AND expires_at <= now() THEN 'expired' ELSE status END`;

/** The one file that was made, or is, for this member. */
export function findExport(tx: Tx, memberId: number, madeFor: MadeFor): Promise<ExportRow | null> {
  return queryRow(
    tx,
    exportRow,
    `SELECT id, ${STATUS} AS status, parts_done AS "partsDone", requested_at AS "requestedAt", bytes, expires_at AS "expiresAt"
     FROM export WHERE member_id = $1 AND made_for = $2`,
    [memberId, madeFor],
  );
}

/** Begins a file of a locked member in the place of the one before. */
export async function beginExport(tx: Tx, memberId: number, madeFor: MadeFor): Promise<ExportRow> {
  await deleteExport(tx, memberId, madeFor);
  await tx.query('INSERT INTO export (member_id, made_for) VALUES ($1, $2)', [memberId, madeFor]);
  const begun = await findExport(tx, memberId, madeFor);
  if (!begun) throw new Error('an inserted export came back without a row');
  return begun;
}

/** Deletes a file with its bytes. */
export async function deleteExport(tx: Tx, memberId: number, madeFor: MadeFor): Promise<void> {
  await tx.query('DELETE FROM export WHERE member_id = $1 AND made_for = $2', [memberId, madeFor]);
}

/** A chunk of a file that is there for this member; null for any other number, member or moment. */
export async function findChunk(
  tx: Tx,
  {
    memberId,
    exportId,
    number,
  }: { readonly memberId: number; readonly exportId: number; readonly number: number },
  madeFor: MadeFor,
): Promise<Buffer | null> {
  const row = await queryRow(
    tx,
    z.object({ bytes: z.instanceof(Buffer) }),
    `SELECT c.bytes FROM export_chunk c JOIN export e ON e.id = c.export_id
     WHERE e.id = $1 AND c.number = $2 AND e.member_id = $3 AND e.made_for = $4 AND e.status = 'ready' AND e.expires_at > now()`,
    [exportId, number, memberId, madeFor],
  );
  return row?.bytes ?? null;
}

/** In how many chunks so many bytes are kept. */
export const chunksOf = (bytes: number): number => Math.ceil(bytes / MAX_CHUNK_BYTES);

/** Deletes the bytes of files whose time is over, and after 30 days that they were there; some at a time. */
export async function deleteOldExports(tx: Tx): Promise<void> {
  await tx.query(
    `WITH over AS (UPDATE export SET status = 'expired' WHERE id = ANY(ARRAY(SELECT id FROM export
         WHERE status = 'ready' AND expires_at <= now() LIMIT 100 FOR UPDATE SKIP LOCKED)) RETURNING id)
     DELETE FROM export_chunk WHERE export_id IN (SELECT id FROM over)`,
  );
  await tx.query(
    `DELETE FROM export WHERE id = ANY(ARRAY(SELECT id FROM export
       WHERE finished_at < now() - interval '30 days' LIMIT 1000 FOR UPDATE SKIP LOCKED))`,
  );
}
