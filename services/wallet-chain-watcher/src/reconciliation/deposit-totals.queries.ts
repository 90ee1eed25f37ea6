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
  seconds: z.number(),
});

/** All deposits that were ever found, as of one moment. */
export interface DepositTotals {
  readonly byState: ReadonlyMap<string, number>;
  /** What was judged to be deposits, in nano-LIKE. */
  readonly bookedNano: bigint;
  /** Of that, what the ledger has for certain. */
  readonly toldNano: bigint;
  /** The highest slot of a deposit; 0 before the first. */
  readonly newestSlot: number;
  /** How many cannot be read. */
  readonly unreadable: number;
  /** Age of the oldest that can be read and is not finished; 0 when none is. */
  readonly oldestSeconds: number;
}

/** Sums up all deposits: one pass over the table. */
export async function sumDeposits(tx: Tx): Promise<DepositTotals> {
  const rows = await queryRows(
    tx,
    totalsRow,
    `SELECT state, count(*), coalesce(sum(amount), 0) AS sum, max(slot) FILTER (WHERE amount IS NOT NULL) AS slot,
       count(*) FILTER (WHERE state = 'seen' AND unreadable_times > 0)::integer AS unreadable,
       coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE state IN ('seen', 'judged', 'claiming') AND unreadable_times = 0)), 0)::float8
         AS seconds
     FROM deposit GROUP BY state`,
  );
  const sum = (wanted: typeof rows) => wanted.reduce((total, each) => total + each.sum, 0n);
  return {
    byState: new Map(rows.map(({ state, count }) => [state, count])),
    bookedNano: sum(rows),
    toldNano: sum(rows.filter(({ state }) => state !== 'judged')),
    newestSlot: Math.max(0, ...rows.map(({ slot }) => slot ?? 0)),
    unreadable: rows.reduce((total, each) => total + each.unreadable, 0),
    oldestSeconds: Math.max(0, ...rows.map(({ seconds }) => seconds)),
  };
}
