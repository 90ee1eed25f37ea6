import type { Tx } from '@likewell/service-kit/database/database';
import { Findings } from './audit.js';
import { fullReadBudgetMs, NEWS_BUDGET_MS } from './audit-budget.js';
import type { BatchOptions } from './batch-sizer.js';
import { forgetCheckpointsAfter } from './audit-checkpoints.queries.js';
import { findMark } from './audit-system-accounts.queries.js';
import { findProgress, saveProgress, type AuditProgress } from './audit-progress.queries.js';
import { beginFullRead, goOnWithFullRead, type FullRead } from './full-read.js';
import { auditNews, beginNews, forgetReadAgain, isRefutedBy, newsFindings } from './news-audit.js';

/** Work after which the state is stored, so that a process that is killed loses no more. */
const SAVE_EVERY_MS = 5_000;

/** How a round of the audit works. */
export interface RoundOptions extends BatchOptions {
  /** Time between the starts of two rounds. */
  readonly everyMs: number;
  /** Work for the full read in place of what is due. */
  readonly fullReadMs?: number;
}

/** What is known of the ledger after a round. */
export interface AuditResult {
  readonly findings: Findings;
  readonly fullReadBeganAt: Date | null;
}

/**
 * One round of the online audit: what is new since the ledger was last found right, then a share of the full read,
 * which goes on where the last round left it. What was found wrong stays found until somebody has read it again.
 * @throws AbortError when told to stop; the next round goes on from there
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
    // It is told to stop between two chunks, where the state is whole. After any other error an earlier one is.
    if (isAbort(error)) await saveProgress(tx, progress);
    throw error;
  });
  await saveProgress(tx, progress);
  return { ...resultOf(progress), workMs };
}

const isAbort = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';

/**
 * A journal that ends before what is remembered of it was put back to an earlier moment, or has lost its end. What is
 * remembered says nothing of what is there now, so all is read again from nothing.
 */
async function forgetWhatNeverWas(tx: Tx, progress: AuditProgress): Promise<void> {
  const { news, fullRead } = progress;
  const remembered = [news?.readAfter, news?.target?.mark, fullRead?.house.mark];
  const mark = BigInt(await findMark(tx));
  if (!remembered.some((seq) => seq !== undefined && BigInt(seq) > mark)) return;
  // These first: who is broken off between the two notices it again.
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
  });
}

/** Answers the work that it took, in milliseconds. */
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

/** Puts a full read that is over in the place of the last one; a clean one is what later news are compared with. */
export function endFullRead(progress: AuditProgress, read: FullRead): void {
  const { kind, house, findings, workMs } = read;
  const earlier = progress.lastFullRead?.beganAt ?? read.beganAt;
  const beganAt = earlier > read.beganAt ? earlier : read.beganAt;
  progress.lastFullRead = { beganAt, workMs, findings };
  if (kind !== 'alone') progress.fullRead = null;
  if (kind === 'baseline' && findings.isEmpty) progress.news = beginNews(house);
  if (progress.news) forgetReadAgain(progress.news, house.mark);
  if (kind === 'check' && findings.isEmpty && progress.news && isRefutedBy(progress.news, read.beganAt))
    progress.news = null;
}

/** Together: of the news, of the full read under way, and of the last one, which nothing has read again yet. */
export function resultOf({ news, fullRead, lastFullRead }: AuditProgress): AuditResult {
  const readings = [news && newsFindings(news), fullRead?.findings, lastFullRead?.findings];
  return {
    findings: Findings.merge(readings.filter((reading) => reading instanceof Findings)),
    fullReadBeganAt: lastFullRead && new Date(lastFullRead.beganAt),
  };
}
