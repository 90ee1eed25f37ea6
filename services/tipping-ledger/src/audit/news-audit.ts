import type { Tx } from '@likewell/service-kit/database/database';
import { checkBalance, Findings } from './audit.js';
import { BatchSizer, type BatchOptions } from './batch-sizer.js';
import {
  checkPromises,
  readSystemAccounts,
  type SystemAccountsAtMark,
} from './audit-system-accounts.queries.js';
import { addJournal, noSums, type JournalSums } from './audit-journal.queries.js';
import { addTouched, type Touched } from './audit-touched.queries.js';
import { findMoved } from './audit-checkpoints.queries.js';
import { checkMembers, checkPosts } from './news-checks.js';

/**
 * Transfers whose members and posts are collected and then checked once each; the time budget is checked
 * after that.
 */
const SEGMENT = 25_000n;
/** The most members and posts with errors; beyond it the audit does not advance. */
const MOST_WRONG = 1000;

/** The audit's state since the ledger's last clean state; it can be stored as JSON. */
export interface News {
  /**
   * The system's accounts at their last clean state, the number up to which the journal was read since, and
   * its sums.
   */
  base: SystemAccountsAtMark;
  readAfter: bigint;
  sums: JournalSums;
  /** The system's accounts up to which the journal is being read. */
  target: SystemAccountsAtMark | null;
  /** The members and posts with errors, and the journal's lines of them since they were right. */
  wrong: Touched;
  /**
   * Errors in transfers themselves, up to a number. They stay until a full read that began later has ended.
   */
  inJournal: { readonly findings: Findings; readonly upTo: string };
  /** Errors in members, posts and new transfers at the last check of each. */
  inRows: Findings;
  /** Errors in the system's accounts; stored under this name. */
  inHouse: Findings;
  /** Start of the full read that was under way when an error was last found that was not known before. */
  foundDuring: string | null;
}

/**
 * Begins at the start of a full read that found no errors, and that saved checkpoints of all members and
 * posts as of then.
 */
export const beginNews = (base: SystemAccountsAtMark): News => ({
  base,
  readAfter: BigInt(base.mark),
  sums: noSums(),
  target: null,
  wrong: { members: {}, posts: {} },
  inJournal: { findings: new Findings(), upTo: '0' },
  inRows: new Findings(),
  inHouse: new Findings(),
  foundDuring: null,
});

/** Returns all known errors. */
export const newsFindings = ({ inRows, inHouse, inJournal }: News): Findings =>
  Findings.merge([inRows, inHouse, inJournal.findings]);

/** What {@link auditNews} does between two segments, and during which full read. */
interface SegmentOptions {
  readonly isTimeUp: () => boolean;
  readonly save: () => Promise<void>;
  readonly fullReadBeganAt: string | null;
}

/**
 * Audits new transfers, in segments, until all are done or the time is up: each transfer by itself, the
 * members and posts that are part of it, since the checkpoint of each, and the system's accounts (ADR 0004).
 * @throws AbortError when told to stop
 */
export async function auditNews(
  tx: Tx,
  news: News,
  options: BatchOptions,
  { isTimeUp, save, fullReadBeganAt }: SegmentOptions,
): Promise<void> {
  news.target ??= await readSystemAccounts(tx);
  const last = BigInt(news.target.mark);
  do {
    const end = news.readAfter + SEGMENT;
    const before = news.wrong;
    if (!(await auditSegment(tx, news, end < last ? end : last, options))) return;
    if (hasMore(news.wrong, before)) news.foundDuring = fullReadBeganAt;
    await save();
  } while (news.readAfter < last && !isTimeUp());
  if (news.readAfter < last) return;
  const inHouse = checkSystemAccounts(news, news.target);
  if (news.inHouse.isEmpty && !inHouse.isEmpty) news.foundDuring = fullReadBeganAt;
  news.inHouse = inHouse;
  if (news.inHouse.isEmpty) {
    news.base = news.target;
    news.sums = noSums();
  }
  news.target = null;
}

/** Returns false when there are too many errors to continue. */
async function auditSegment(tx: Tx, news: News, upTo: bigint, options: BatchOptions): Promise<boolean> {
  const touched = await findStillWrong(tx, news);
  const sums = structuredClone(news.sums);
  const inJournal = new Findings();
  let after = news.readAfter;
  const sizer = new BatchSizer(options);
  while (after < upTo)
    await sizer.chunk(async (size) => {
      const next = after + BigInt(size) < upTo ? after + BigInt(size) : upTo;
      await addTouched(tx, after, next, touched);
      await addJournal(tx, { after, upTo: next }, sums, inJournal);
      after = next;
    });
  const findings = new Findings();
  const wrong: Touched = {
    members: await checkMembers(tx, touched.members, upTo.toString(), findings, options),
    posts: await checkPosts(tx, touched.posts, upTo, findings, options),
  };
  news.inRows = Findings.merge([findings, inJournal]);
  if (Object.keys(wrong.members).length + Object.keys(wrong.posts).length > MOST_WRONG) return false;
  if (!inJournal.isEmpty)
    news.inJournal = {
      findings: Findings.merge([news.inJournal.findings, inJournal]),
      upTo: upTo.toString(),
    };
  Object.assign(news, { readAfter: upTo, sums, wrong });
  return true;
}

const hasMore = (wrong: Touched, before: Touched): boolean =>
  Object.keys(wrong.members).some((id) => !(id in before.members)) ||
  Object.keys(wrong.posts).some((id) => !(id in before.posts));

/**
 * Returns whether the known errors existed before a full read began. If that read found no errors, the error
 * was corrected in the journal itself, in the part that this state has already read.
 */
export const isRefutedBy = ({ wrong, inHouse, foundDuring }: News, readBeganAt: string): boolean =>
  foundDuring !== readBeganAt &&
  (!inHouse.isEmpty || Object.keys(wrong.members).length + Object.keys(wrong.posts).length > 0);

/**
 * Returns the members and posts with errors, without those that an interrupted segment has found right since.
 */
async function findStillWrong(tx: Tx, { wrong, readAfter }: News): Promise<Touched> {
  const without = async <T>(of: 'account' | 'post', byId: Record<string, T>) => {
    const moved = await findMoved(tx, of, Object.keys(byId), readAfter);
    return Object.fromEntries(Object.entries(structuredClone(byId)).filter(([id]) => !moved.has(id)));
  };
  return { members: await without('account', wrong.members), posts: await without('post', wrong.posts) };
}

/** Deletes the errors in transfers that a later full read has read again. */
export function forgetReadAgain(news: News, mark: string): void {
  if (BigInt(news.inJournal.upTo) <= BigInt(mark)) news.inJournal = { findings: new Findings(), upTo: '0' };
}

function checkSystemAccounts({ base, sums }: News, target: SystemAccountsAtMark): Findings {
  const findings = new Findings();
  for (const { id, kind, balance } of target.accounts)
    checkBalance(findings, {
      id: `${id} (${kind})`,
      balance,
      replayed:
        BigInt(base.accounts.find((account) => account.id === id)?.balance ?? 0) +
        (sums.house[String(id)] ?? 0n),
      mayBeBelowZero: kind === 'chain',
    });
  const shared = BigInt(target.shared) - BigInt(base.shared);
  checkPromises(findings, target, BigInt(base.liability) + shared - sums.settled);
  return findings;
}
