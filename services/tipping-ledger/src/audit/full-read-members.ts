import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
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
import { JOURNAL_LIST_NAMES, type JournalListName } from '../journal/journal-lists.js';
import type { FullRead } from './full-read.js';

const LAST_SYSTEM_ID = '999';
/** Entries that one look at an account is expected to need; who has more is looked at again. */
const ENTRIES_EACH = 60;

const idRow = z.object({ id: z.string() });

/** What members held and were owed, in nano-LIKE, and how many lines their histories have up to the mark. */
export interface MembersRead {
  /** The last member that was begun, and those that are not over. */
  lastId: string;
  open: Replay[];
  heldAtMark: bigint;
  /** What epochs owed them at the mark or later, settled by now or not. */
  owed: bigint;
  readonly lines: Record<JournalListName, number>;
}

export const beginMembers = (): MembersRead => ({
  lastId: LAST_SYSTEM_ID,
  open: [],
  heldAtMark: 0n,
  owed: 0n,
  lines: { sent: 0, received: 0, referral: 0, settlement: 0 },
});

/**
 * Begins with the next members, or replays some more of those that are open: each balance is compared with the entries
 * along their links. Answers true when there are no more members.
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
  // Who is not even begun by now has no account any more.
  members.open = members.open.filter((member) => member.next !== null && !isOver(member));
  return false;
}

function addUp({ members, findings }: FullRead, member: Replay): void {
  findings.addAll(member.findings);
  members.heldAtMark += BigInt(member.balance) - member.late;
  members.owed += BigInt(member.accrued) + member.lateSettled;
  for (const list of JOURNAL_LIST_NAMES) members.lines[list] += member.atMark[list]?.lines ?? 0;
}

async function findMembers(tx: Tx, afterId: string, limit: number): Promise<string[]> {
  const sql = 'SELECT id FROM account WHERE id > $1 ORDER BY id LIMIT $2';
  const rows = await queryRows(tx, idRow, sql, [afterId, limit]);
  return rows.map(({ id }) => id);
}
