import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { ROWS_TO_READ } from '@likewell/contracts/kernel/page';
import type { StatementKind, StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import type { Tx } from '@likewell/service-kit/database/database';

/** A line with its place: a transfer may be two lines of one member, the author's part and the referral's. */
export interface PlacedLine extends StatementLine {
  readonly seq: number;
  readonly line: number;
}

interface LineRow {
  readonly seq: string;
  readonly line: number;
  readonly kind: StatementKind;
  readonly amount: string;
  readonly created_at: Date;
  readonly post_id: string | null;
  readonly counterparty_id: string | null;
}

/** Each kind's lines: where they stand in the journal, their number within a transfer, and the index that finds them. */
const SOURCES: Record<StatementKind, string> = {
  'tip-sent': `SELECT seq, 1 AS line, 'tip-sent' AS kind, -amount AS amount, created_at, post_id, author_id AS counterparty_id
    FROM tip WHERE payer_id = $1`,
  'tip-received': `SELECT seq, 2, 'tip-received', author_part, created_at, post_id, payer_id FROM tip WHERE author_id = $1`,
  referral: `SELECT seq, 3, 'referral', referral_part, created_at, post_id, payer_id FROM tip WHERE referrer_id = $1`,
  bonus: movementsTo('bonus', `kind = 'bonus'`),
  holders: movementsTo('holders', `kind = 'settlement'`),
  deposit: movementsTo('deposit', `kind IN ('deposit', 'claim')`),
};

function movementsTo(kind: StatementKind, condition: string): string {
  return `SELECT seq, 1, '${kind}', amount, created_at, NULL::bigint, NULL::bigint FROM movement WHERE to_id = $1 AND ${condition}`;
}

/** A member's lines of these kinds before a place, newest first, and one more than a page holds. */
export async function findLines(
  tx: Tx,
  memberId: number,
  kinds: readonly StatementKind[],
  before: { seq: number; line: number } | null,
): Promise<PlacedLine[]> {
  const sources = [...new Set(kinds)].map(
    (kind) =>
      `(SELECT * FROM (${SOURCES[kind]}) AS s (seq, line, kind, amount, created_at, post_id, counterparty_id)
        WHERE ($2::bigint IS NULL OR seq <= $2) ORDER BY seq DESC LIMIT ${ROWS_TO_READ + 1})`,
  );
  if (sources.length === 0) return [];
  const rows = await tx.query<LineRow[]>(
    `SELECT * FROM (${sources.join(' UNION ALL ')}) AS lines
     WHERE $2::bigint IS NULL OR (seq, line) < ($2, $3::integer)
     ORDER BY seq DESC, line DESC LIMIT ${ROWS_TO_READ}`,
    [memberId, before?.seq ?? null, before?.line ?? null],
  );
  return rows.map(toLine);
}

/** What epochs have added to a member's balance and no entry has settled yet, in nano-LIKE. */
export async function findAccrued(tx: Tx, memberId: number): Promise<bigint> {
  const [row] = await tx.query<{ accrued: string }[]>(
    'SELECT balance_now(balance, epoch) - balance AS accrued FROM account WHERE id = $1',
    [memberId],
  );
  return BigInt(row?.accrued ?? 0);
}

function toLine(row: LineRow): PlacedLine {
  const seq = idFromInt8(row.seq);
  return {
    seq,
    line: row.line,
    id: seq,
    kind: row.kind,
    amountNano: BigInt(row.amount),
    createdAt: row.created_at.toISOString(),
    postId: row.post_id === null ? null : idFromInt8(row.post_id),
    counterpartyId: row.counterparty_id === null ? null : idFromInt8(row.counterparty_id),
  };
}
