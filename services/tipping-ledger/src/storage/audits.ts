import type { Database, Tx } from '@likewell/service-kit/database/database';
import type { Audit, AuditCheck, Finding } from '../domain/audit.js';
import type { PaceOptions } from '../domain/pace.js';
import { auditLedger } from './ledger-audit.js';

const LOCK_KEY = 7_263_542;
/**
 * What the auditor's statements do without. They are to take their rows off an index in its order, so that a LIMIT
 * bounds what is read: a bitmap or a sort would read an account's whole history first.
 */
export const BY_INDEX_ALONE = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_hashjoin',
  'enable_mergejoin',
  'jit',
];

/** An audit with the findings that it names. */
export interface AuditWithFindings extends Audit {
  readonly findings: readonly Finding[];
}

/**
 * Audits the ledger and stores the result, unless another replica is at it or somebody did within `notWithinMs`:
 * then it answers null.
 */
export async function runAudit(
  database: Database,
  { notWithinMs, ...options }: PaceOptions & { notWithinMs: number },
): Promise<AuditWithFindings | null> {
  return withAuditLock(database, async (tx) => {
    const last = await findLastAudit(tx);
    if (last && Date.now() - last.finishedAt.getTime() < notWithinMs) return null;
    const startedAt = performance.now();
    const { counts, named } = await auditLedger(tx, options);
    const audit = { finishedAt: new Date(), durationMs: Math.round(performance.now() - startedAt), counts };
    await saveAudit(tx, audit);
    return { ...audit, findings: named };
  });
}

/** The last audit that anyone finished, or null before the first. */
export async function findLastAudit(tx: Tx): Promise<Audit | null> {
  const [row] = await tx.query<
    { finished_at: Date; duration_ms: number; counts: Record<AuditCheck, number> }[]
  >('SELECT finished_at, duration_ms, counts FROM last_audit');
  return row ? { finishedAt: row.finished_at, durationMs: row.duration_ms, counts: row.counts } : null;
}

async function saveAudit(tx: Tx, { finishedAt, durationMs, counts }: Audit): Promise<void> {
  await tx.query(
    `INSERT INTO last_audit (finished_at, duration_ms, counts) VALUES ($1, $2, $3)
     ON CONFLICT (only_row) DO UPDATE
       SET finished_at = excluded.finished_at, duration_ms = excluded.duration_ms, counts = excluded.counts`,
    [finishedAt, durationMs, JSON.stringify(counts)],
  );
}

/**
 * Works on a connection of its own, which holds the lock of auditors, or answers null when another has it.
 */
async function withAuditLock<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T | null> {
  const runner = database.dataSource.createQueryRunner();
  const tx = runner.manager;
  const lock = `${LOCK_KEY}, hashtext(current_schema())`;
  try {
    const [row] = await tx.query<{ taken: boolean }[]>(`SELECT pg_try_advisory_lock(${lock}) AS taken`);
    if (!row?.taken) return null;
    try {
      await tx.query(BY_INDEX_ALONE.map((setting) => `SET ${setting} = off`).join('; '));
      return await work(tx);
    } finally {
      await tx.query(BY_INDEX_ALONE.map((setting) => `RESET ${setting}`).join('; '));
      await tx.query(`SELECT pg_advisory_unlock(${lock})`);
    }
  } finally {
    await runner.release();
  }
}
