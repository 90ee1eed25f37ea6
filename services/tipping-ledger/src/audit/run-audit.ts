import { lockKey } from '@likewell/service-kit/database/advisory-locks';
import type { Database, Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { BY_INDEX_ALONE } from '../journal/by-index-alone.js';
import type { Audit, Finding } from './audit.js';
import type { BatchOptions } from './batch-sizer.js';
import { findProgress, saveProgress } from './audit-progress.queries.js';
import { auditRound, endFullRead, resultOf, type AuditResult, type RoundOptions } from './audit-round.js';
import { readFromNothing } from './full-read.js';
import { hasAuditStartedWithin, saveAudit } from './last-audit.queries.js';

const LOCK = lockKey('ledger-audit');

/** An audit with its listed findings. */
export interface AuditWithFindings extends Audit {
  readonly findings: readonly Finding[];
}

/**
 * Runs a round of the online audit and stores the result. Returns null when another replica is running one or
 * started the last one less than `everyMs` ago.
 * @throws AbortError when told to stop; the next round continues from there
 */
export function runAuditRound(database: Database, options: RoundOptions): Promise<AuditWithFindings | null> {
  return withAuditLock(database, async (tx) => {
    if (await hasAuditStartedWithin(tx, options.everyMs)) return null;
    const startedAt = performance.now();
    const { workMs, ...result } = await auditRound(tx, options);
    return finishAudit(tx, result, { durationMs: performance.now() - startedAt, workMs });
  });
}

/**
 * Reads the whole ledger from nothing and stores the result. Returns null when another replica is running an
 * audit. When it finds no errors but the online audit's state has some, that state is discarded and built
 * anew.
 * @throws AbortError when told to stop
 */
export function runFullAudit(database: Database, options: BatchOptions): Promise<AuditWithFindings | null> {
  return withAuditLock(database, async (tx) => {
    const startedAt = performance.now();
    const read = await readFromNothing(tx, options);
    const progress = await findProgress(tx);
    endFullRead(progress, read);
    if (read.findings.isEmpty && !resultOf(progress).findings.isEmpty)
      Object.assign(progress, { news: null, fullRead: null });
    await saveProgress(tx, progress);
    const times = { durationMs: performance.now() - startedAt, workMs: read.workMs };
    const audit = await finishAudit(tx, resultOf(progress), times);
    return { ...audit, counts: read.findings.counts, findings: read.findings.named };
  });
}

async function finishAudit(
  tx: Tx,
  { findings, fullReadBeganAt }: AuditResult,
  { durationMs, workMs }: Pick<Audit, 'durationMs' | 'workMs'>,
): Promise<AuditWithFindings> {
  const audit = {
    durationMs: Math.round(durationMs),
    workMs: Math.round(workMs),
    counts: findings.counts,
    fullReadBeganAt,
  };
  return { ...audit, finishedAt: await saveAudit(tx, audit), findings: findings.named };
}

/**
 * Runs the work on a connection of its own, which holds the audit lock. Returns null when another connection
 * has it.
 */
async function withAuditLock<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T | null> {
  const runner = database.dataSource.createQueryRunner();
  const tx = runner.manager;
  try {
    if (!(await queryValue(tx, z.boolean(), `SELECT pg_try_advisory_lock(${LOCK})`))) return null;
    try {
      await tx.query(BY_INDEX_ALONE.map((setting) => `SET ${setting} = off`).join('; '));
      return await work(tx);
    } finally {
      await tx.query(BY_INDEX_ALONE.map((setting) => `RESET ${setting}`).join('; '));
      await tx.query(`SELECT pg_advisory_unlock(${LOCK})`);
    }
  } finally {
    await runner.release();
  }
}
