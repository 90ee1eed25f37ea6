import type { Tx } from '@likewell/service-kit/database/database';
import { checkBalance, Findings } from './audit.js';
import { BatchSizer, type BatchOptions } from './batch-sizer.js';
import {
  checkIndex,
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
 * Mode of a full read: it ignores the checkpoints of members and posts (`alone`), writes them anew
 * (`baseline`), or compares with them (`check`).
 */
export type FullReadKind = 'alone' | 'baseline' | 'check';

/** A read of the whole ledger, which can be stored as JSON between two of its chunks. */
export interface FullRead {
  readonly kind: FullReadKind;
  readonly beganAt: string;
  /** The system's accounts at its start; stored under this name. */
  readonly house: SystemAccountsAtMark;
  /** Time spent in chunks so far. */
  workMs: number;
  phase: 'journal' | 'members' | 'posts' | 'end' | 'over';
  /** The number up to which the journal is read, and its sums. */
  readAfter: bigint;
  readonly journal: JournalSums;
  readonly members: MembersRead;
  readonly posts: PostsRead;
  findings: Findings;
}

/** Begins a full read: all later chunks are compared with what this reads. */
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
 * Continues a full read until it is over, or until `isTimeUp` returns true between two chunks.
 * @throws AbortError when told to stop; the read may be continued
 */
export async function goOnWithFullRead(
  tx: Tx,
  read: FullRead,
  options: BatchOptions,
  isTimeUp: () => boolean = () => false,
): Promise<void> {
  let sizer = new BatchSizer({ ...options, meter: read });
  for (let { phase } = read; read.phase !== 'over' && !isTimeUp(); phase = read.phase) {
    // A row has a different cost in each phase.
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
    await checkIndex(tx, read.findings);
    checkWhole(read, await findSharedSince(tx, read.house.epoch));
    read.phase = 'over';
  },
  over: () => Promise.resolve(),
};

/** Checks what can only be checked with all rows together. */
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
 * Checks the whole ledger from nothing while it is in use: it takes no lock, and each statement reads a bounded
 * number of rows. ADR 0004 says why that is sound.
 */
export async function readFromNothing(tx: Tx, options: BatchOptions): Promise<FullRead> {
  const read = await beginFullRead(tx, 'alone');
  await goOnWithFullRead(tx, read, options);
  return read;
}
