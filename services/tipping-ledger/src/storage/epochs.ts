import { ROWS_TO_READ } from '@likewell/contracts/kernel/page';
import type { Epoch } from '@likewell/contracts/tipping-ledger/statement';
import type { Tx } from '@likewell/service-kit/database/database';

interface EpochRow {
  readonly epoch: number;
  readonly m: string;
  readonly members_total: string;
  readonly distributed: string;
  readonly closed_at: Date;
}

/** Closes an epoch if there is something to share; answers its number. */
export async function closeEpoch(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ epoch: number | null }[]>('SELECT close_epoch() AS epoch');
  return row?.epoch ?? null;
}

/** Closes an epoch when the clock has begun a new period since the last time. */
export async function closeEpochWhenDue(tx: Tx, period: string): Promise<number | null> {
  const [row] = await tx.query<{ epoch: number | null }[]>('SELECT close_epoch_when_due($1) AS epoch', [
    period,
  ]);
  return row?.epoch ?? null;
}

/** The closed epochs before one, newest first, and one more than a page holds. */
export async function findEpochs(tx: Tx, before: number | null): Promise<Epoch[]> {
  const rows = await tx.query<EpochRow[]>(
    `SELECT epoch, m, members_total, distributed, closed_at FROM holders_epoch
     WHERE epoch > 0 AND ($1::integer IS NULL OR epoch < $1) ORDER BY epoch DESC LIMIT ${ROWS_TO_READ}`,
    [before],
  );
  return rows.map((row) => ({
    epoch: row.epoch,
    index: row.m,
    membersTotalNano: BigInt(row.members_total),
    distributedNano: BigInt(row.distributed),
    closedAt: row.closed_at.toISOString(),
  }));
}
