import type { Tx } from '@likewell/service-kit/database/database';
import { checkBalance, Findings } from './audit.js';
import { BatchSizer, type BatchOptions } from './batch-sizer.js';
import {
  checkPromises,
  findSharedSince,
  readSystemAccounts,
  type SystemAccountsAtMark,
} from './audit-system-accounts.queries.js';
import { addJournal, noSums, type JournalSums } from './audit-journal.queries.js';
import { JOURNAL_LIST_NAMES } from '../journal/journal-lists.js';
import { beginMembers, readMembers, type MembersRead } from './full-read-members.js';
import { beginAllPosts, readPosts, type PostsRead } from './full-read-posts.js';

/**
 * What a full read does with what the audit remembers of members and posts: nothing (`alone`), writes it down anew
 * (`baseline`), or compares (`check`).
 */
export type FullReadKind = 'alone' | 'baseline' | 'check';

/** A read of the whole ledger, which can be kept as JSON between two of its chunks. */
export interface FullRead {
  readonly kind: FullReadKind;
  readonly beganAt: string;
  /** The system's accounts at its start; stored under this name. */
  readonly house: SystemAccountsAtMark;
  /** Time in chunks so far. */
  workMs: number;
  phase: 'journal' | 'members' | 'posts' | 'end' | 'over';
  /** The number up to which the journal is read, and what it comes to. */
  readAfter: bigint;
  readonly journal: JournalSums;
  readonly members: MembersRead;
  readonly posts: PostsRead;
  findings: Findings;
}

/** Begins one: all later chunks are compared with what this reads. */
export async function beginFullRead(tx: Tx, kind: FullReadKind): Promise<FullRead> {
  const beganAt = new Date().toISOString();
  return {
    kind,
    beganAt,
    house: await readSystemAccounts(tx),
    workMs: 0,
    phase: 'journal',
    readAfter: 0n,
    journal: noSums(),
    members: beginMembers(),
    posts: beginAllPosts(),
    findings: new Findings(),
  };
}

/**
 * Goes on with a full read until it is over, or `isTimeUp` says so between two chunks.
 * @throws AbortError when told to stop; the read may go on from there
 */
export async function goOnWithFullRead(
  tx: Tx,
  read: FullRead,
  options: BatchOptions,
  isTimeUp: () => boolean = () => false,
): Promise<void> {
  let sizer = new BatchSizer({ ...options, meter: read });
  for (let { phase } = read; read.phase !== 'over' && !isTimeUp(); phase = read.phase) {
    // What a row costs is another thing in each phase.
    if (phase !== read.phase) sizer = new BatchSizer({ ...options, meter: read });
    await sizer.chunk((size) => STEPS[read.phase](tx, read, size));
  }
}

type Step = (tx: Tx, read: FullRead, size: number) => Promise<void>;

const STEPS: Readonly<Record<FullRead['phase'], Step>> = {
  journal: async (tx, read, size) => {
    const last = BigInt(read.house.mark);
    const next = read.readAfter + BigInt(size);
    const upTo = next < last ? next : last;
    await addJournal(tx, { after: read.readAfter, upTo }, read.journal, read.findings);
    read.readAfter = upTo;
    if (upTo === last) read.phase = 'members';
  },
  members: async (tx, read, size) => {
    if (await readMembers(tx, read, size)) read.phase = 'posts';
  },
  posts: async (tx, read, size) => {
    if (await readPosts(tx, read, size)) read.phase = 'end';
  },
  end: async (tx, read) => {
    checkWhole(read, await findSharedSince(tx, read.house.epoch));
    read.phase = 'over';
  },
  over: () => Promise.resolve(),
};

/** What only all rows together can say. */
function checkWhole({ house, journal, members, findings }: FullRead, sharedSince: bigint): void {
  for (const { id, kind, balance } of house.accounts)
    checkBalance(findings, {
      id: `${id} (${kind})`,
      balance,
      replayed: journal.house[String(id)] ?? 0n,
      mayBeBelowZero: kind === 'chain',
    });
  for (const list of JOURNAL_LIST_NAMES)
    if (members.lines[list] !== journal.lines[list])
      findings.add(
        'links',
        `${list} lines`,
        `${journal.lines[list]} up to transfer ${house.mark}, in members' histories ${members.lines[list]}`,
      );
  const total = house.accounts.reduce((sum, { balance }) => sum + BigInt(balance), members.heldAtMark);
  if (total !== 0n) findings.add('accounts-sum', 'ledger', `the sum of all accounts is ${total}`);
  checkPromises(findings, house, BigInt(house.shared) - journal.settled);
  const promised = BigInt(house.liability) + sharedSince;
  if (members.owed > promised)
    findings.add('owed', 'ledger', `${promised} are promised, ${members.owed} are owed`);
}

/**
 * Checks the whole ledger from nothing while it works: no lock, and no statement that reads more than a bounded number of rows,
 * however many an account or a post has.
 *
 * All rests on this: whoever sees a number of the journal sees all numbers below it that ever will be. For every
 * writer draws its numbers from one sequence (without a cache) after it has locked `holders_state`, and Postgres
 * shows a commit to new snapshots before it lets go of its locks: who draws a later number has seen every earlier one
 * end, and one that was rolled back is a gap for good. And rows never change. So the sum of the entries up to a
 * number that was seen is final, and a long replay may be made of many statements, each from where the last one ended.
 *
 * A member's balance, its newest lines and the entries themselves change in one commit. The statement that begins a replay
 * reads the balance too, so it sees all or none, and the replay follows the links back from there. A list goes to
 * lower numbers only and each of its lines is the member's, so no line is in two lists or twice in one; and up to the
 * mark there are as many lines in the lists as in the journal. So each is in its list once.
 * A post's total is read in one snapshot with its author's newest tip, and the author's tips are replayed from there.
 *
 * The system's few accounts are in every transfer. Their balances are read together with the mark, the highest number
 * in the journal, and the journal up to the mark is summed afterwards. Members are read later than the mark. What
 * came after it is taken off again by its number, so that all accounts are summed as of one moment. What epochs owe a
 * member, plus what it was settled since the mark, never falls, and grows by closes alone: over all members it is at
 * most the promises at the mark and what the closes since then have shared.
 */
export async function readFromNothing(tx: Tx, options: BatchOptions): Promise<FullRead> {
  const read = await beginFullRead(tx, 'alone');
  await goOnWithFullRead(tx, read, options);
  return read;
}
