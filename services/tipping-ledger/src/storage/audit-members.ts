import type { Tx } from '@likewell/service-kit/database/database';
import { checkBalance, type Findings } from '../domain/audit.js';
import { Pace, type PaceOptions } from '../domain/pace.js';
import { readStretches, type LegName, type Replay, type Stretch } from './audit-stretches.js';
import { CHAIN_NAMES, type ChainName } from './chains.js';

const LAST_HOUSE_ID = '999';
/** Entries that one look at an account is expected to need; who has more is looked at again. */
const ENTRIES_EACH = 60;

/** What members held and were owed, and how many lines their histories have up to the mark. */
export interface MembersAtMark {
  readonly heldAtMark: bigint;
  readonly owed: bigint;
  readonly lines: Readonly<Record<ChainName, number>>;
}

/**
 * Compares each member's balance with the replay of its entries along their links, and looks at each link. Answers what
 * all held together at the mark, what epochs owed them then or later, settled by now or not, and how many lines there were.
 */
export async function auditMembers(
  tx: Tx,
  mark: string,
  findings: Findings,
  options: PaceOptions,
): Promise<MembersAtMark> {
  const pace = new Pace(options);
  const lines = { sent: 0, received: 0, referral: 0, settlement: 0 };
  let heldAtMark = 0n;
  let owed = 0n;
  for (let lastId = LAST_HOUSE_ID; ;) {
    const ids = await findMembers(tx, lastId, Math.ceil(pace.size / ENTRIES_EACH));
    lastId = ids.at(-1) ?? '';
    if (lastId === '') return { heldAtMark, owed, lines };
    let open = ids.map(beginReplay);
    while (open.length > 0) {
      const stretches = await pace.chunk((size) => readStretches(tx, open, size, mark));
      for (const stretch of stretches) {
        const member = open[stretch.ord - 1];
        if (member) follow(member, stretch, findings);
        const chain = CHAIN_NAMES.find((name) => name === stretch.leg);
        if (chain) lines[chain] += stretch.lines_at_mark;
      }
      for (const member of open.filter(({ next }) => next !== null && next.size === 0)) {
        checkBalance(findings, { ...member, mayBeBelowZero: false });
        heldAtMark += BigInt(member.balance) - member.late;
        owed += BigInt(member.accrued) + member.lateSettled;
      }
      open = open.filter(({ next }) => next !== null && next.size > 0);
    }
  }
}

const beginReplay = (id: string): Replay => ({
  id,
  next: null,
  balance: '0',
  accrued: '0',
  replayed: 0n,
  late: 0n,
  lateSettled: 0n,
});

/** Adds a stretch of one leg to a member's replay. */
function follow(member: Replay, stretch: Stretch, findings: Findings): void {
  if (member.next === null) {
    member.next = new Map();
    // As of the first look, which the links go back from.
    member.balance = stretch.balance;
    member.accrued = stretch.accrued;
  }
  const leg = stretch.leg;
  member.replayed += BigInt(stretch.amount);
  member.late += BigInt(stretch.late);
  if (leg === 'settlement') member.lateSettled += BigInt(stretch.late);
  for (const seq of stretch.broken ?? [])
    findings.add(
      'links',
      `transfer ${seq}`,
      `is in the history of account ${member.id}, ${leg}, and should not be`,
    );
  goOn(member.next, leg, stretch);
  if (stretch.next !== null && stretch.is_over)
    findings.add(
      'links',
      `account ${member.id}`,
      `its history, ${leg}, leads to ${stretch.next}, which is not there`,
    );
}

function goOn(next: Map<LegName, string>, leg: LegName, { next: seq, is_over }: Stretch): void {
  if (seq === null || is_over) next.delete(leg);
  else next.set(leg, seq);
}

async function findMembers(tx: Tx, afterId: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>('SELECT id FROM account WHERE id > $1 ORDER BY id LIMIT $2', [
    afterId,
    limit,
  ]);
  return rows.map(({ id }) => id);
}
