import type { Tx } from '@likewell/service-kit/database/database';
import { Findings } from './audit.js';
import { fullReadBudgetMs, NEWS_BUDGET_MS } from './audit-budget.js';
import type { BatchOptions } from './batch-sizer.js';
import { forgetCheckpointsAfter } from './audit-checkpoints.queries.js';
import { findMark } from './audit-system-accounts.queries.js';
import { findProgress, saveProgress, type AuditProgress } from './audit-progress.queries.js';
import { beginFullRead, goOnWithFullRead, type FullRead } from './full-read.js';
import { auditNews, beginNews, forgetReadAgain, isRefutedBy, newsFindings } from './news-audit.js';

/** Work after which the state is saved, so that a killed process loses no more than this. */
const SAVE_EVERY_MS = 5_000;

/** Options of an audit round. */
export interface RoundOptions extends BatchOptions {
  /** Time between the starts of two rounds. */
  readonly everyMs: number;
  /** Work for the full read, in place of the computed budget. */
  readonly fullReadMs?: number;
}

/** The result of the audit after a round. */
export interface AuditResult {
  readonly findings: Findings;
  readonly fullReadBeganAt: Date | null;
}

/**
 * Runs one round of the online audit: the transfers since the ledger's last clean state, then a share of the
 * full read, which continues where the last round stopped. A finding stays until a later read has checked its
 * subject again.
 * @throws AbortError when told to stop; the next round continues from there
 */
export async function auditRound(tx: Tx, options: RoundOptions): Promise<AuditResult & { workMs: number }> {
  const progress = await findProgress(tx);
  await forgetWhatNeverWas(tx, progress);
  const meter = { workMs: 0 };
  const work = async () => {
    await auditWhatIsNew(tx, progress, { ...options, meter });
    return meter.workMs + (await readShare(tx, progress, options, meter.workMs));
  };
  const workMs = await work().catch(async (error: unknown) => {
    // An abort comes between two chunks, where the state is consistent. After any other error the last saved
    // state is.
    if (isAbort(error)) await saveProgress(tx, progress);
    throw error;
  });
  await saveProgress(tx, progress);
  return { ...resultOf(progress), workMs };
}

const isAbort = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/**
 * Discards the saved state when the journal ends before it: then the journal was restored to an earlier
 * moment, or has lost its end. The saved state says nothing about the present journal, so everything is read
 * again.
 */
async function forgetWhatNeverWas(tx: Tx, progress: AuditProgress): Promise<void> {
  const { news, fullRead } = progress;
  const remembered = [news?.readAfter, news?.target?.mark, fullRead?.house.mark];
  const mark = BigInt(await findMark(tx));
  if (!remembered.some((seq) => seq !== undefined && BigInt(seq) > mark)) return;
  // The checkpoints first: a round that is interrupted between the two statements detects the same again.
  await forgetCheckpointsAfter(tx, mark);
  Object.assign(progress, { news: null, fullRead: null });
  await saveProgress(tx, progress);
}

async function auditWhatIsNew(
  tx: Tx,
  progress: AuditProgress,
  options: RoundOptions & { readonly meter: { workMs: number } },
): Promise<void> {
  if (!progress.news) return;
  await auditNews(tx, progress.news, options, {
    isTimeUp: () => options.meter.workMs >= NEWS_BUDGET_MS,
    save: () => saveProgress(tx, progress),
    fullReadBeganAt: progress.fullRead?.beganAt ?? null,
  });
}

/** Returns the work done, in milliseconds. */
async function readShare(
  tx: Tx,
  progress: AuditProgress,
  options: RoundOptions,
  doneMs: number,
): Promise<number> {
  const read = (progress.fullRead ??= await beginFullRead(tx, progress.news ? 'check' : 'baseline'));
  const budgetMs =
    options.fullReadMs ??
    fullReadBudgetMs(
      {
        beganAtMs: Date.parse(read.beganAt),
        workMs: read.workMs,
        lastWorkMs: progress.news && (progress.lastFullRead?.workMs ?? null),
      },
      { nowMs: Date.now(), everyMs: options.everyMs, doneMs },
    );
  const before = read.workMs;
  const worked = () => read.workMs - before;
  let isOver = false;
  for (let until = SAVE_EVERY_MS; !isOver && worked() < budgetMs; until += SAVE_EVERY_MS) {
    await goOnWithFullRead(tx, read, options, () => worked() >= Math.min(until, budgetMs));
    isOver = read.phase === 'over';
    if (isOver) endFullRead(progress, read);
    await saveProgress(tx, progress);
  }
  return worked();
}

/**
 * Stores a finished full read in place of the last one; later transfers are compared with a clean baseline. A read
 * from nothing (`alone`) adds its findings to the full read in progress, which began earlier: its end must not clear
 * them.
 */
export function endFullRead(progress: AuditProgress, read: FullRead): void {
  const { kind, house, findings, workMs, beganAt } = read;
  const { fullRead } = progress;
  progress.lastFullRead = { beganAt, workMs, findings };
  if (kind !== 'alone') progress.fullRead = null;
  else if (fullRead) fullRead.findings = Findings.merge([fullRead.findings, findings]);
  if (kind === 'baseline' && findings.isEmpty) progress.news = beginNews(house);
  if (progress.news) forgetReadAgain(progress.news, house.mark);
  if (kind === 'check' && findings.isEmpty && progress.news && isRefutedBy(progress.news, beganAt))
    progress.news = null;
}

/**
 * Returns the findings of the new transfers, of the current full read, and of the last one, which no later
 * read has replaced yet.
 */
export function resultOf({ news, fullRead, lastFullRead }: AuditProgress): AuditResult {
  const readings = [news && newsFindings(news), fullRead?.findings, lastFullRead?.findings];
  return {
    findings: Findings.merge(readings.filter((reading) => reading instanceof Findings)),
    fullReadBeganAt: lastFullRead && new Date(lastFullRead.beganAt),
  };
}
