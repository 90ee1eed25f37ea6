import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const totalsRow = z.object({
  state: z.string(),
  count: int8Id,
  sum: int8Nano,
  slot: int8Id.nullable(),
  unreadable: z.int(),
  /** Of a state in progress, ages of its oldest and its newest deposit that can be read; 0 when there is none. */
  ages: z.array(z.number()),
});

/** Totals of all deposits that were ever found, as of one moment. */
export interface DepositTotals {
  readonly byState: ReadonlyMap<string, number>;
  /** Sum of all that were judged to be deposits, in nano-LIKE. */
  readonly bookedNano: bigint;
  /** The part of it that the ledger has for certain. */
  readonly toldNano: bigint;
  /** The highest slot of a deposit; 0 before the first. */
  readonly newestSlot: number;
  /** Number of deposits that cannot be read. */
  readonly unreadable: number;
  /**
   * Age of the oldest deposit that can be read and is not finished; 0 when there is none. Below 0 when one lies
   * further in the future than any in the past: it was found while the clock of Postgres was wrong.
   */
  readonly oldestSeconds: number;
}

/** SQL conditions for the two kinds of states; an index has the rows of each. */
const IS_FINAL = `state IN ('failed', 'nothing', 'credited', 'unclaimed', 'claimed')`;
const IS_IN_PROGRESS = `state IN ('seen', 'judged', 'claiming')`;
const SUMS = `state, count(*), coalesce(sum(amount), 0) AS sum, max(slot) FILTER (WHERE amount IS NOT NULL) AS slot`;
const AGE = 'extract(epoch FROM now() - created_at)::float8';
const IS_READABLE = 'unreadable_times = 0';

/**
 * Sums up all deposits, in one snapshot. Final ones are read from an index alone, a tenth of the table; those in
 * progress are few.
 */
export async function sumDeposits(tx: Tx): Promise<DepositTotals> {
  const rows = await queryRows(
    tx,
    totalsRow,
    `SELECT ${SUMS}, 0 AS unreadable, '{}'::float8[] AS ages FROM deposit WHERE ${IS_FINAL} GROUP BY state
     UNION ALL
     SELECT ${SUMS}, count(*) FILTER (WHERE state = 'seen' AND NOT ${IS_READABLE})::integer,
       ARRAY[coalesce(max(${AGE}) FILTER (WHERE ${IS_READABLE}), 0), coalesce(min(${AGE}) FILTER (WHERE ${IS_READABLE}), 0)]
     FROM deposit WHERE ${IS_IN_PROGRESS} GROUP BY state`,
  );
  const sum = (wanted: typeof rows) => wanted.reduce((total, each) => total + each.sum, 0n);
  return {
    byState: new Map(rows.map(({ state, count }) => [state, count])),
    bookedNano: sum(rows),
    toldNano: sum(rows.filter(({ state }) => state !== 'judged')),
    newestSlot: Math.max(0, ...rows.map(({ slot }) => slot ?? 0)),
    unreadable: rows.reduce((total, each) => total + each.unreadable, 0),
    oldestSeconds: rows
      .flatMap(({ ages }) => ages)
      .reduce((furthest, age) => (Math.abs(age) > Math.abs(furthest) ? age : furthest), 0),
  };
}
