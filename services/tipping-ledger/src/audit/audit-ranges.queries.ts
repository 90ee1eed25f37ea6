import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { LegName, Replay } from './audit-replay.js';
import { JOURNAL_LIST_NAMES, JOURNAL_LISTS, walk, type JournalListName } from '../journal/journal-lists.js';

const LEGS = [...JOURNAL_LIST_NAMES, 'from', 'to'] as const satisfies readonly LegName[];

/** The next entries of one leg of a member. */
const rangeRow = z.object({
  /** The member's position in the request, from 1. */
  ord: z.int(),
  leg: z.enum(LEGS),
  amount: z.string(),
  /** The part of `amount` after the mark, and the part after the number of the member's `compareWith`. */
  late: z.string(),
  since: z.string(),
  /** Number of entries up to the mark, and the newest of them. */
  linesAtMark: z.int(),
  newestAtMark: z.string().nullable(),
  /** The next entry of the leg, or where it leads to if it is over; null where it ends. */
  next: z.string().nullable(),
  /** Null for a list that ends where the range does. */
  isOver: z.boolean().nullable(),
  /** Lines that are not this member's, or whose link does not lead to a lower number. */
  broken: z.array(z.string()).nullable(),
  balance: z.string(),
  accrued: z.string(),
});
export type JournalRange = z.output<typeof rangeRow>;

/**
 * Sums the next entries of the members' legs, above the number where each replay ends: about `size` entries
 * in total, at least one of each leg. The first read of a member reads all legs in one snapshot with its
 * balance and its newest lines.
 */
export function readRanges(
  tx: Tx,
  members: readonly Replay[],
  size: number,
  mark: string,
): Promise<JournalRange[]> {
  const legsOf = ({ next }: Replay) => (next ? Object.keys(next).length : JOURNAL_LIST_NAMES.length);
  const limit = Math.ceil(size / members.reduce((sum, member) => sum + legsOf(member), 0));
  const legs = [
    ...JOURNAL_LIST_NAMES.map(listLeg),
    indexLeg('from', 'from_id', '-amount'),
    indexLeg('to', 'to_id', 'amount'),
  ];
  return queryRows(
    tx,
    rangeRow,
    `SELECT ord::integer AS ord, leg.*, balance,
       div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch)) - balance AS accrued
     FROM unnest($1::bigint[], $2::boolean[], $5::bigint[], $6::bigint[],
         ${LEGS.map((_, index) => `$${index + 7}::bigint[]`).join()})
       WITH ORDINALITY AS member (id, begun, floor, compare_at, ${LEGS.map((leg) => `"${leg}"`).join()}, ord)
     JOIN account USING (id)
     CROSS JOIN holders_state state
     CROSS JOIN LATERAL (${legs.join(' UNION ALL ')})
       AS leg (leg, amount, late, since, "linesAtMark", "newestAtMark", next, "isOver", broken)`,
    [
      members.map(({ id }) => id),
      members.map(({ next }) => next !== null),
      limit,
      mark,
      members.map(({ start }) => start.seq),
      members.map(({ compareWith }) => compareWith?.seq ?? null),
      ...LEGS.map((leg) => members.map(({ next }) => next?.[leg] ?? null)),
    ],
  );
}

const SUMS = (amount: string) => `coalesce(sum(${amount}), 0),
      coalesce(sum(${amount}) FILTER (WHERE seq > $4::bigint), 0),
      coalesce(sum(${amount}) FILTER (WHERE seq > member.compare_at), 0),
      (count(*) FILTER (WHERE seq <= $4::bigint))::integer,
      max(seq) FILTER (WHERE seq <= $4::bigint)`;

/**
 * Returns SQL for a list, from the newest line of `account`, or from where the replay of `member` stopped.
 */
function listLeg(name: JournalListName): string {
  const list = JOURNAL_LISTS[name];
  const from = `(CASE WHEN member.begun THEN member."${name}" ELSE account.${list.last} END)`;
  const aboveFloor = `(CASE WHEN ${from} > member.floor THEN ${from} END)`;
  const prev = `(array_agg(${list.prev} ORDER BY line_number DESC))[1]`;
  const next = `CASE WHEN count(*) = 0 THEN ${from} ELSE ${prev} END`;
  return `(SELECT '${name}', ${SUMS(list.amount)}, ${next}, 
      count(*) < $3::bigint OR ${prev} <= member.floor OR ${prev} >= min(seq),
      array_agg(seq) FILTER (WHERE ${list.owner} IS DISTINCT FROM account.id OR ${list.prev} >= seq)
    FROM (${walk(list, list.columns, aboveFloor, `line.${list.prev} > member.floor AND line_number < $3::bigint`)}) AS list
    HAVING ${from} IS NOT NULL OR NOT member.begun)`;
}

/**
 * Returns SQL for the other transfers from or to `account`. They are compared and sorted as pairs, so that
 * Postgres can only use the index of that side.
 */
function indexLeg(name: 'from' | 'to', owner: string, amount: string): string {
  const before = `(CASE WHEN member.begun THEN member."${name}" ELSE 9223372036854775807 END)`;
  return `(SELECT '${name}', ${SUMS('amount')}, CASE WHEN count(*) = $3::bigint THEN min(seq) END,
      count(*) < $3::bigint, NULL::bigint[]
    FROM (SELECT seq, ${amount} AS amount FROM movement
      WHERE kind <> 'settlement' AND ${before} IS NOT NULL
        AND (${owner}, seq) < (account.id, ${before}) AND (${owner}, seq) > (account.id, member.floor)
      ORDER BY ${owner} DESC, seq DESC LIMIT $3::bigint) AS other
    HAVING ${before} IS NOT NULL)`;
}
