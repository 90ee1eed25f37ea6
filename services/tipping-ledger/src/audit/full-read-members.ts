import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { findCheckpoints, saveCheckpoints } from './audit-checkpoints.queries.js';
import {
  beginReplay,
  checkpointAt,
  finishReplay,
  goOn,
  isOver,
  NOTHING,
  type Replay,
} from './audit-replay.js';
import { JOURNAL_LIST_NAMES, perList, type JournalListName } from '../journal/journal-lists.js';
import type { FullRead } from './full-read.js';

const LAST_SYSTEM_ID = '999';
/** Expected number of entries of an account; an account with more is read in several steps. */
const ENTRIES_EACH = 60;

/**
 * Sums over members: what they held and were owed, in nano-LIKE, and the lines of their histories up to the
 * mark.
 */
export interface MembersRead {
  /** The last member whose replay was begun, and the replays that are not over. */
  lastId: string;
  open: Replay[];
  heldAtMark: bigint;
  /** Amount that epochs owed the members at the mark or later, whether or not it is settled by now. */
  owed: bigint;
  readonly lines: Record<JournalListName, number>;
}

export const beginMembers = (): MembersRead => ({
  lastId: LAST_SYSTEM_ID,
  open: [],
  heldAtMark: 0n,
  owed: 0n,
  lines: perList(0),
});

/**
 * Begins the replays of the next members, or continues the open ones; compares each balance with the entries
 * along their links. Returns true when there are no more members.
 */
export async function readMembers(tx: Tx, read: FullRead, size: number): Promise<boolean> {
  const { members, house, kind } = read;
  if (members.open.length === 0) {
    const ids = await findMembers(tx, members.lastId, Math.ceil(size / ENTRIES_EACH));
    const earlier = kind === 'check' ? await findCheckpoints(tx, ids) : undefined;
    members.open = ids.map((id) => beginReplay(id, NOTHING, earlier?.get(id)));
    members.lastId = ids.at(-1) ?? members.lastId;
    return ids.length === 0;
  }
  await goOn(tx, members.open, size, house.mark);
  const over = members.open.filter(isOver);
  over.forEach(finishReplay);
  if (kind === 'baseline') {
    const right = over.filter(({ findings }) => findings.isEmpty);
    await saveCheckpoints(tx, new Map(right.map((member) => [member.id, checkpointAt(house.mark, member)])));
  }
  for (const member of over) addUp(read, member);
  // A member that is not begun after this read has no account any more.
  members.open = members.open.filter((member) => member.next !== null && !isOver(member));
  return false;
}

function addUp({ members, findings }: FullRead, member: Replay): void {
  findings.addAll(member.findings);
  members.heldAtMark += BigInt(member.balance) - member.late;
  members.owed += BigInt(member.accrued) + member.lateSettled;
  for (const list of JOURNAL_LIST_NAMES) members.lines[list] += member.atMark[list]?.lines ?? 0;
}

function findMembers(tx: Tx, afterId: string, limit: number): Promise<string[]> {
  const sql = 'SELECT id FROM account WHERE id > $1 ORDER BY id LIMIT $2';
  return queryColumn(tx, z.string(), sql, [afterId, limit]);
}
