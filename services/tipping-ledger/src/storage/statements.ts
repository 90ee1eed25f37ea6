import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { ROWS_TO_READ } from '@likewell/contracts/kernel/page';
import type { StatementKind, StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import type { Tx } from '@likewell/service-kit/database/database';
import { CHAINS, walk, type ChainName } from './chains.js';
import type { StatementPlace } from './cursors.js';

/** A line with the place in the statement after it. */
export interface PlacedLine extends StatementLine {
  readonly next: StatementPlace;
}

interface LineRow {
  readonly seq: string;
  readonly line: number;
  readonly kind: StatementKind;
  readonly amount: string;
  readonly created_at: Date;
  readonly post_id: string | null;
  readonly counterparty_id: string | null;
  readonly chain: ChainName | null;
  readonly prev: string | null;
}

/** Kinds that are chains, with the number of their lines within a transfer, which may be two of one member. */
const LINKED: Partial<
  Record<StatementKind, { chain: ChainName; line: number; about: string; columns: string }>
> = {
  'tip-sent': {
    chain: 'sent',
    line: 1,
    about: 'post_id, author_id',
    columns: 'seq, prev_sent_seq, payer_id, amount, created_at, post_id, author_id',
  },
  'tip-received': {
    chain: 'received',
    line: 2,
    about: 'post_id, payer_id',
    columns: 'seq, prev_received_seq, author_id, author_part, created_at, post_id, payer_id',
  },
  referral: {
    chain: 'referral',
    line: 3,
    about: 'post_id, payer_id',
    columns:
      'seq, prev_referral_seq, referrer_id, platform_part, referral_part, created_at, post_id, payer_id',
  },
  holders: {
    chain: 'settlement',
    line: 1,
    about: 'NULL::bigint, NULL::bigint',
    columns: 'seq, prev_settlement_seq, to_id, amount, created_at',
  },
};

/** The other kinds, each by the index that finds its newest lines at once. */
const INDEXED: Partial<Record<StatementKind, string>> = {
  bonus: `idem_key = 'bonus:' || $1::bigint AND to_id = $1`,
  deposit: `to_id = $1 AND kind <> 'settlement' AND kind IN ('deposit', 'claim')`,
};

/**
 * A member's lines of these kinds from a place on, newest first, and one more than a page holds. Each kind is read by
 * itself, so a page costs the same whatever else, and however much of it, a member's history holds.
 */
export async function findLines(
  tx: Tx,
  memberId: number,
  kinds: readonly StatementKind[],
  from: StatementPlace | null,
): Promise<PlacedLine[]> {
  const wanted = [...new Set(kinds)];
  if (wanted.length === 0) return [];
  const values: (number | null)[] = [memberId];
  const parameter = (value: number | null) => `$${values.push(value)}::bigint`;
  const sources = wanted.map((kind) => sourceOf(kind, from, parameter));
  const rows = await tx.query<LineRow[]>(
    `SELECT * FROM (${sources.join(' UNION ALL ')})
       AS lines (seq, line, kind, amount, created_at, post_id, counterparty_id, chain, prev)
     ORDER BY seq DESC, line DESC`,
    values,
  );
  return placed(rows).slice(0, ROWS_TO_READ);
}

/** A page of a kind's lines and one more, from a place on or the newest of member `$1`. */
function sourceOf(
  kind: StatementKind,
  from: StatementPlace | null,
  parameter: (value: number | null) => string,
): string {
  const linked = LINKED[kind];
  if (!linked)
    return `(SELECT seq, 1, '${kind}', amount, created_at, NULL::bigint, NULL::bigint, NULL, NULL::bigint FROM movement
      WHERE ${INDEXED[kind] ?? 'false'} ${from ? `AND seq < ${parameter(from.before)}` : ''}
      ORDER BY seq DESC LIMIT ${ROWS_TO_READ})`;
  const chain = CHAINS[linked.chain];
  const newest = from ? parameter(from[linked.chain]) : `(SELECT ${chain.last} FROM account WHERE id = $1)`;
  return `(SELECT seq, ${linked.line}, '${kind}', ${chain.amount}, created_at, ${linked.about}, '${linked.chain}', ${chain.prev}
    FROM (${walk(chain, linked.columns, newest, `place < ${ROWS_TO_READ}`)}) AS chain WHERE ${chain.owner} = $1::bigint)`;
}

/** Gives each line the place after it: a chain goes on before the last of its lines so far, or where it began. */
function placed(rows: readonly LineRow[]): PlacedLine[] {
  const heads: Record<ChainName, number | null> = {
    sent: null,
    received: null,
    referral: null,
    settlement: null,
  };
  for (const { chain, seq } of rows) if (chain) heads[chain] ??= idFromInt8(seq);
  return rows.map((row) => {
    const seq = idFromInt8(row.seq);
    if (row.chain) heads[row.chain] = row.prev === null ? null : idFromInt8(row.prev);
    return { ...toLine(row, seq), next: { before: seq, ...heads } };
  });
}

/** What epochs have added to a member's balance and no entry has settled yet, in nano-LIKE. */
export async function findAccrued(tx: Tx, memberId: number): Promise<bigint> {
  const [row] = await tx.query<{ accrued: string }[]>(
    'SELECT balance_now(balance, epoch) - balance AS accrued FROM account WHERE id = $1',
    [memberId],
  );
  return BigInt(row?.accrued ?? 0);
}

function toLine(row: LineRow, seq: number): StatementLine {
  return {
    id: seq,
    kind: row.kind,
    amountNano: BigInt(row.amount),
    createdAt: row.created_at.toISOString(),
    postId: row.post_id === null ? null : idFromInt8(row.post_id),
    counterpartyId: row.counterparty_id === null ? null : idFromInt8(row.counterparty_id),
  };
}
