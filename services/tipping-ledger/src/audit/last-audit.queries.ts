import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { auditCounts, type Audit } from './audit.js';

const auditRow = z.object({
  finishedAt: z.date(),
  durationMs: z.int(),
  workMs: z.int(),
  counts: auditCounts,
  fullReadBeganAt: z.date().nullable(),
});

/** Returns the last audit that any replica finished, or null before the first. */
export function findLastAudit(tx: Tx): Promise<Audit | null> {
  return queryRow(
    tx,
    auditRow,
    `SELECT finished_at AS "finishedAt", duration_ms AS "durationMs", coalesce(work_ms, duration_ms) AS "workMs",
       counts, full_read_began_at AS "fullReadBeganAt"
     FROM last_audit`,
  );
}

/**
 * Returns whether the last audit started within this time, by the clock of Postgres, as replicas' clocks may
 * disagree. One that started further in the future than that, by a clock that was wrong, does not count.
 */
export function hasAuditStartedWithin(tx: Tx, ms: number): Promise<boolean> {
  return returnsRow(
    tx,
    `SELECT FROM last_audit WHERE finished_at - interval '1 millisecond' * duration_ms
       BETWEEN clock_timestamp() - interval '1 millisecond' * $1
           AND clock_timestamp() + interval '1 millisecond' * $1`,
    [ms],
  );
}

/** Saves an audit that ends now; returns its end time. */
export async function saveAudit(tx: Tx, audit: Omit<Audit, 'finishedAt'>): Promise<Date> {
  const row = await queryRow(
    tx,
    auditRow.pick({ finishedAt: true }),
    `INSERT INTO last_audit (finished_at, duration_ms, work_ms, counts, full_read_began_at)
     VALUES (clock_timestamp(), $1, $2, $3, $4)
     ON CONFLICT (only_row) DO UPDATE
       SET finished_at = excluded.finished_at, duration_ms = excluded.duration_ms, work_ms = excluded.work_ms,
         counts = excluded.counts, full_read_began_at = excluded.full_read_began_at
     RETURNING finished_at AS "finishedAt"`,
    [audit.durationMs, audit.workMs, JSON.stringify(audit.counts), audit.fullReadBeganAt],
  );
  if (!row) throw new Error('an audit was not stored');
  return row.finishedAt;
}
