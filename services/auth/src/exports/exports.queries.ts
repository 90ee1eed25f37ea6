import { MAX_CHUNK_BYTES, memberExport, type getExportChunk } from '@likewell/contracts/auth/leaving-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Requester of an export. A file for one is never given to the other. */
export type MadeFor = 'member' | 'operator';

const exportRow = memberExport
  .omit({ parts: true })
  .extend({ id: int8Id, requestedAt: isoTime, bytes: int8Id.nullable(), expiresAt: isoTime.nullable() });
/** A member's export and its progress. */
export type ExportRow = z.output<typeof exportRow>;

/** Status in SQL: a file whose time has expired counts as expired even before its bytes are deleted. */
const STATUS = `CASE WHEN status = 'ready' AND expires_at <= now() THEN 'expired' ELSE status END`;

/** Returns the only export of this member for this requester, finished or not. */
export function findExport(tx: Tx, memberId: number, madeFor: MadeFor): Promise<ExportRow | null> {
  return queryRow(
    tx,
    exportRow,
    `SELECT id, ${STATUS} AS status, parts_done AS "partsDone", requested_at AS "requestedAt", bytes, expires_at AS "expiresAt"
     FROM export WHERE member_id = $1 AND made_for = $2`,
    [memberId, madeFor],
  );
}

/** Begins an export of a locked member, replacing the one before. */
export async function beginExport(tx: Tx, memberId: number, madeFor: MadeFor): Promise<ExportRow> {
  await deleteExport(tx, memberId, madeFor);
  await tx.query('INSERT INTO export (member_id, made_for) VALUES ($1, $2)', [memberId, madeFor]);
  const begun = await findExport(tx, memberId, madeFor);
  if (!begun) throw new Error('an inserted export came back without a row');
  return begun;
}

/** Deletes an export with its bytes. */
export async function deleteExport(tx: Tx, memberId: number, madeFor: MadeFor): Promise<void> {
  await tx.query('DELETE FROM export WHERE member_id = $1 AND made_for = $2', [memberId, madeFor]);
}

/** Returns a chunk of a file that this member may download now; null for any other number, member or time. */
export function findChunk(
  tx: Tx,
  { memberId, exportId, number }: RpcInput<typeof getExportChunk>,
  madeFor: MadeFor,
): Promise<Buffer | null> {
  return queryValue(
    tx,
    z.instanceof(Buffer),
    `SELECT c.bytes FROM export_chunk c JOIN export e ON e.id = c.export_id
     WHERE e.id = $1 AND c.number = $2 AND e.member_id = $3 AND e.made_for = $4 AND e.status = 'ready' AND e.expires_at > now()`,
    [exportId, number, memberId, madeFor],
  );
}

/** Returns the number of chunks in which a file of this size is stored. */
export const chunksOf = (bytes: number): number => Math.ceil(bytes / MAX_CHUNK_BYTES);

/** Deletes a batch of expired exports: their bytes at once, their rows after 30 days. */
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
