import type { Tx } from '@likewell/service-kit/database/database';
import { checkBalance, Findings } from './audit.js';
import { readRanges, type JournalRange } from './audit-ranges.queries.js';
import { JOURNAL_LIST_NAMES, type JournalListName } from '../journal/journal-lists.js';

/**
 * Parts of a member's entries: four lists, and the other transfers from and to the account, which an index
 * finds.
 */
export type LegName = JournalListName | 'from' | 'to';

/** A member's state right after a transfer: its balance in nano-LIKE, and the newest line of each list. */
export interface Checkpoint {
  readonly seq: string;
  readonly balance: string;
  readonly last: Readonly<Partial<Record<JournalListName, string | null>>>;
}

/** The state before the first transfer. */
export const NOTHING: Checkpoint = { seq: '0', balance: '0', last: {} };

/** Sums of one leg of a replay up to the mark. */
interface LegAtMark {
  readonly lines: number;
  readonly amount: bigint;
  readonly newest: string | null;
}

/** A replay of a member's entries, from the newest back to its last checkpoint. */
export interface Replay {
  readonly id: string;
  readonly start: Checkpoint;
  /** An earlier checkpoint, to which the entries up to its number must still sum. */
  readonly compareWith: Checkpoint | null;
  /** The next entry of each leg that is not over; null before the first read, which begins at the newest. */
  next: Partial<Record<LegName, string>> | null;
  /** The balance at the first read. */
  balance: string;
  accrued: string;
  replayed: bigint;
  /**
   * The part of `replayed` after the mark, the settlements in that part, and the part after `compareWith`.
   */
  late: bigint;
  lateSettled: bigint;
  since: bigint;
  readonly atMark: Partial<Record<LegName, LegAtMark>>;
  /** Findings about this member. */
  readonly findings: Findings;
}

/** Begins a replay that goes back to `start`. */
export const beginReplay = (
  id: string,
  start: Checkpoint,
  compareWith: Checkpoint | null = null,
): Replay => ({
  id,
  start,
  compareWith,
  next: null,
  balance: '0',
  accrued: '0',
  replayed: 0n,
  late: 0n,
  lateSettled: 0n,
  since: 0n,
  atMark: {},
  findings: new Findings(),
});

/**
 * Replays more entries of each of these members. A member without an account has `next` set to null
 * afterwards.
 */
export async function goOn(tx: Tx, members: readonly Replay[], size: number, mark: string): Promise<void> {
  const lost = new Set(members);
  for (const range of await readRanges(tx, members, size, mark)) {
    const member = members[range.ord - 1];
    if (!member) continue;
    follow(member, range);
    lost.delete(member);
  }
  for (const member of lost) member.next = null;
}

/** Returns true when there is nothing left to read. */
export const isOver = ({ next }: Replay): boolean => next !== null && Object.keys(next).length === 0;

/** Compares the balance with the entries, once all of them are read. */
export function finishReplay(member: Replay): void {
  const { id, balance, start, replayed, since, compareWith, findings } = member;
  checkBalance(findings, {
    id,
    balance,
    replayed: BigInt(start.balance) + replayed,
    mayBeBelowZero: false,
  });
  if (!compareWith || !findings.isEmpty) return;
  const made = BigInt(start.balance) + replayed - since;
  if (made !== BigInt(compareWith.balance))
    findings.add(
      'balance',
      `account ${id}`,
      `its entries up to transfer ${compareWith.seq} made ${compareWith.balance} and make ${made} now`,
    );
}

/** Returns the member's checkpoint right after the mark, once all is read. */
export const checkpointAt = (mark: string, { start, balance, late, atMark }: Replay): Checkpoint => ({
  seq: mark,
  balance: (BigInt(balance) - late).toString(),
  last: Object.fromEntries(
    JOURNAL_LIST_NAMES.map((list) => [list, atMark[list]?.newest ?? start.last[list] ?? null]),
  ),
});

/** Adds a range of one leg to a member's replay. */
function follow(member: Replay, range: JournalRange): void {
  const { leg, next: seq } = range;
  if (member.next === null) {
    member.next = {};
    // Taken at the first read, from which the links lead back.
    member.balance = range.balance;
    member.accrued = range.accrued;
  }
  member.replayed += BigInt(range.amount);
  member.late += BigInt(range.late);
  member.since += BigInt(range.since);
  if (leg === 'settlement') member.lateSettled += BigInt(range.late);
  const before = member.atMark[leg];
  member.atMark[leg] = {
    lines: (before?.lines ?? 0) + range.linesAtMark,
    amount: (before?.amount ?? 0n) + BigInt(range.amount) - BigInt(range.late),
    newest: before?.newest ?? range.newestAtMark,
  };
  for (const one of range.broken ?? [])
    member.findings.add(
      'links',
      `transfer ${one}`,
      `is in the history of account ${member.id}, ${leg}, and should not be`,
    );
  if (seq !== null && !range.isOver) member.next[leg] = seq;
  else Reflect.deleteProperty(member.next, leg);
  if (seq === null || range.isOver) checkEnd(member, leg, seq);
}

/** Checks that the leg ends where it ended at the member's last checkpoint. */
function checkEnd({ id, start, findings }: Replay, leg: LegName, end: string | null): void {
  if (leg === 'from' || leg === 'to') return;
  const expected = start.last[leg] ?? null;
  if (end === expected) return;
  const lost = end !== null && BigInt(end) > BigInt(start.seq);
  const where = lost ? 'which is not there' : `and at transfer ${start.seq} its newest was ${expected}`;
  findings.add('links', `account ${id}`, `its history, ${leg}, leads to ${end}, ${where}`);
}
