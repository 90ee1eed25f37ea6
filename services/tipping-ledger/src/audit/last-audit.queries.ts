import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { auditCounts, type Audit } from './audit.js';

const lastAuditRow = z.object({
  finished_at: z.date(),
  duration_ms: z.int(),
  work_ms: z.int().nullable(),
  counts: auditCounts,
  full_read_began_at: z.date().nullable(),
});
const savedRow = z.object({ finished_at: z.date() });

/** The last audit that anyone finished, or null before the first. */
export async function findLastAudit(tx: Tx): Promise<Audit | null> {
  const row = await queryRow(
    tx,
    lastAuditRow,
    'SELECT finished_at, duration_ms, work_ms, counts, full_read_began_at FROM last_audit',
  );
  return row
    ? {
        finishedAt: row.finished_at,
        durationMs: row.duration_ms,
        workMs: row.work_ms ?? row.duration_ms,
        counts: row.counts,
        fullReadBeganAt: row.full_read_began_at,
      }
    : null;
}

/** By the clock of Postgres, as replicas' clocks may disagree. */
export async function hasAuditWithin(tx: Tx, ms: number): Promise<boolean> {
  const found = await queryRows(
    tx,
    z.unknown(),
    `SELECT FROM last_audit WHERE finished_at > clock_timestamp() - interval '1 millisecond' * $1`,
    [ms],
  );
  return found.length > 0;
}

/** Stores an audit that ends now; answers when that is. */
export async function saveAudit(tx: Tx, audit: Omit<Audit, 'finishedAt'>): Promise<Date> {
  const row = await queryRow(
    tx,
    savedRow,
    `INSERT INTO last_audit (finished_at, duration_ms, work_ms, counts, full_read_began_at)
     VALUES (clock_timestamp(), $1, $2, $3, $4)
     ON CONFLICT (only_row) DO UPDATE
       SET finished_at = excluded.finished_at, duration_ms = excluded.duration_ms, work_ms = excluded.work_ms,
         counts = excluded.counts, full_read_began_at = excluded.full_read_began_at
     RETURNING finished_at`,
    [audit.durationMs, audit.workMs, JSON.stringify(audit.counts), audit.fullReadBeganAt],
  );
  if (!row) throw new Error('an audit was not stored');
  return row.finished_at;
}
