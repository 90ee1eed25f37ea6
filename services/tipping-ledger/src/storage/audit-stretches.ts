import type { Tx } from '@likewell/service-kit/database/database';
import { CHAIN_NAMES, CHAINS, walk, type ChainName } from './chains.js';

/** The ways into a member's entries: four chains, and the index of what else went from and to the account. */
export type LegName = ChainName | 'from' | 'to';
const LEGS: readonly LegName[] = [...CHAIN_NAMES, 'from', 'to'];

/** A member whose entries are replayed from the newest back. */
export interface Replay {
  readonly id: string;
  /** Where each leg that is not over goes on; null before the first look, which begins at the newest. */
  next: Map<LegName, string> | null;
  /** At the first look. */
  balance: string;
  accrued: string;
  replayed: bigint;
  /** Of that, what came after the mark, and the settlements among it. */
  late: bigint;
  lateSettled: bigint;
}

/** The next entries of one leg of a member. */
export interface Stretch {
  /** The member's place among those asked for, from 1. */
  readonly ord: number;
  readonly leg: LegName;
  readonly amount: string;
  readonly late: string;
  readonly lines_at_mark: number;
  /** Where the leg goes on, or leads to without anything being there if it is over. */
  readonly next: string | null;
  readonly is_over: boolean;
  /** Lines that are not this member's, or whose link does not go back. */
  readonly broken: readonly string[] | null;
  readonly balance: string;
  readonly accrued: string;
}

/**
 * Sums the next entries of the members' legs: together about `size`, of each leg at least one. A member's legs are read
 * in one snapshot with its balance and its newest lines.
 */
export function readStretches(
  tx: Tx,
  members: readonly Replay[],
  size: number,
  mark: string,
): Promise<Stretch[]> {
  const legsOf = ({ next }: Replay) => next?.size ?? CHAIN_NAMES.length;
  const limit = Math.ceil(size / members.reduce((sum, member) => sum + legsOf(member), 0));
  const legs = [
    ...CHAIN_NAMES.map(chainLeg),
    indexLeg('from', 'from_id', '-amount'),
    indexLeg('to', 'to_id', 'amount'),
  ];
  return tx.query<Stretch[]>(
    `SELECT ord::integer AS ord, leg.*, balance,
       div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch)) - balance AS accrued
     FROM unnest($1::bigint[], $2::boolean[], ${LEGS.map((_, index) => `$${index + 5}::bigint[]`).join()})
       WITH ORDINALITY AS member (id, begun, ${LEGS.map((leg) => `"${leg}"`).join()}, ord)
     JOIN account USING (id)
     CROSS JOIN holders_state state
     CROSS JOIN LATERAL (${legs.join(' UNION ALL ')}) AS leg`,
    [
      members.map(({ id }) => id),
      members.map(({ next }) => next !== null),
      limit,
      mark,
      ...LEGS.map((leg) => members.map(({ next }) => next?.get(leg) ?? null)),
    ],
  );
}

/** A chain from the newest line of `account`, or from where `member` left off. */
function chainLeg(name: ChainName): string {
  const chain = CHAINS[name];
  const from = `(CASE WHEN member.begun THEN member."${name}" ELSE account.${chain.last} END)`;
  return `(SELECT '${name}' AS leg, coalesce(sum(${chain.amount}), 0) AS amount,
      coalesce(sum(${chain.amount}) FILTER (WHERE seq > $4::bigint), 0) AS late,
      (count(*) FILTER (WHERE seq <= $4::bigint))::integer AS lines_at_mark,
      CASE WHEN count(*) = 0 THEN ${from} ELSE (array_agg(${chain.prev} ORDER BY place DESC))[1] END AS next,
      count(*) < $3::bigint AS is_over,
      array_agg(seq) FILTER (WHERE ${chain.owner} IS DISTINCT FROM account.id OR ${chain.prev} >= seq) AS broken
    FROM (${walk(chain, chain.columns, from, 'place < $3::bigint')}) AS chain
    WHERE ${from} IS NOT NULL OR NOT member.begun)`;
}

/**
 * What else went from or to `account`. Compared as pairs and in the order of pairs, so that only the index of that side
 * will do.
 */
function indexLeg(name: 'from' | 'to', owner: string, amount: string): string {
  const before = `(CASE WHEN member.begun THEN member."${name}" ELSE 9223372036854775807 END)`;
  return `(SELECT '${name}', coalesce(sum(${amount}), 0), coalesce(sum(${amount}) FILTER (WHERE seq > $4::bigint), 0),
      0, CASE WHEN count(*) = $3::bigint THEN min(seq) END, count(*) < $3::bigint, NULL::bigint[]
    FROM (SELECT seq, amount FROM movement
      WHERE kind <> 'settlement' AND (${owner}, seq) < (account.id, ${before}) AND ${owner} >= account.id
      ORDER BY ${owner} DESC, seq DESC LIMIT $3::bigint) AS other)`;
}
