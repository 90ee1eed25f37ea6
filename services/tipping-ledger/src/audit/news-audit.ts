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

/** Transfers whose members and posts are gathered and then looked at once each; the time is looked at after that. */
const SEGMENT = 25_000n;
/** Members and posts that are wrong; beyond it the audit stays where it is. */
const MOST_WRONG = 1000;

/** What the audit knows of the ledger since it was last found right as a whole; it can be kept as JSON. */
export interface News {
  /** The system's accounts when they were last found right, and up to which number the journal was read since and comes to. */
  base: SystemAccountsAtMark;
  readAfter: bigint;
  sums: JournalSums;
  /** The system's accounts that the journal is being read up to. */
  target: SystemAccountsAtMark | null;
  /** Who is wrong, and what the journal says of them since they were right. */
  wrong: Touched;
  /** What is wrong with transfers themselves, up to a number: it stays until a full read that began later has ended. */
  inJournal: { readonly findings: Findings; readonly upTo: string };
  /** What was wrong with members, posts and new transfers at the last look at each. */
  inRows: Findings;
  /** And with the system's accounts; stored under this name. */
  inHouse: Findings;
  /** When something was found that was not known to be wrong before. */
  foundAt: string;
}

/** Begins where a full read began that has found nothing wrong, and has remembered all members and posts as of then. */
export const beginNews = (base: SystemAccountsAtMark): News => ({
  base,
  readAfter: BigInt(base.mark),
  sums: noSums(),
  target: null,
  wrong: { members: {}, posts: {} },
  inJournal: { findings: new Findings(), upTo: '0' },
  inRows: new Findings(),
  inHouse: new Findings(),
  foundAt: '',
});

/** All that is known to be wrong. */
export const newsFindings = ({ inRows, inHouse, inJournal }: News): Findings =>
  Findings.merge([inRows, inHouse, inJournal.findings]);

/**
 * Audits what is new, in segments, until all is or the time is up: each transfer by itself, the members and posts that
 * have a part in one, and the system's accounts. Rows that it has seen before it does not read again, however many there are.
 *
 * A member or a post that was found right up to a number is remembered as of it. It is right up to a later one if its
 * lines since, back to that of then, make the difference, and are as many as the journal has of it between the two. Those after
 * the later number are told apart by theirs. Each member and post keeps its own number, and lines up to it are not
 * counted again, so this may be broken off between any two statements.
 * @throws AbortError when told to stop
 */
export async function auditNews(
  tx: Tx,
  news: News,
  options: BatchOptions,
  { isTimeUp, save }: { readonly isTimeUp: () => boolean; readonly save: () => Promise<void> },
): Promise<void> {
  news.target ??= await readSystemAccounts(tx);
  const last = BigInt(news.target.mark);
  do {
    const end = news.readAfter + SEGMENT;
    if (!(await auditSegment(tx, news, end < last ? end : last, options))) return;
    await save();
  } while (news.readAfter < last && !isTimeUp());
  if (news.readAfter < last) return;
  const inHouse = checkSystemAccounts(news, news.target);
  if (news.inHouse.isEmpty && !inHouse.isEmpty) news.foundAt = new Date().toISOString();
  news.inHouse = inHouse;
  if (news.inHouse.isEmpty) {
    news.base = news.target;
    news.sums = noSums();
  }
  news.target = null;
}

/** Answers false when too much is wrong to go on. */
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
  if (hasMore(wrong, news.wrong)) news.foundAt = new Date().toISOString();
  Object.assign(news, { readAfter: upTo, sums, wrong });
  return true;
}

const hasMore = (wrong: Touched, before: Touched): boolean =>
  Object.keys(wrong.members).some((id) => !(id in before.members)) ||
  Object.keys(wrong.posts).some((id) => !(id in before.posts));

/**
 * Whether what the news hold wrong was there before a full read began. If that found all right, it was put right in
 * the journal itself, where the news have taken what they compare with.
 */
export const isRefutedBy = ({ wrong, inHouse, foundAt }: News, readBeganAt: string): boolean =>
  foundAt <= readBeganAt &&
  (!inHouse.isEmpty || Object.keys(wrong.members).length + Object.keys(wrong.posts).length > 0);

/** Who is wrong, without those that a segment that was broken off has found right since. */
async function findStillWrong(tx: Tx, { wrong, readAfter }: News): Promise<Touched> {
  const without = async <T>(of: 'account' | 'post', byId: Record<string, T>) => {
    const moved = await findMoved(tx, of, Object.keys(byId), readAfter);
    return Object.fromEntries(Object.entries(structuredClone(byId)).filter(([id]) => !moved.has(id)));
  };
  return { members: await without('account', wrong.members), posts: await without('post', wrong.posts) };
}

/** Forgets what is wrong with transfers that somebody has read again. */
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
