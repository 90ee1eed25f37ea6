import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const SWEEP_EVERY = '1 hour';
const SWEEP_RETRY = '5 minutes';

/** State of the scan of an account. */
const scanRow = z.object({
  /** In hex; null before the first walk is over. */
  cursor: z.string().nullable(),
  /** Slot of the cursor, on which all endpoints agree, since it was judged; null when there is no cursor. */
  cursorSlot: int8Id.nullable(),
  /** Last time at which all endpoints had finished a walk. */
  reachedAt: z.date().nullable(),
  /** True when the last sweep is older than an hour, or lies ahead: then the clock of Postgres was wrong. */
  isSweepDue: z.boolean(),
});
export type Scan = Readonly<z.output<typeof scanRow>>;

/** Returns the state of the scan of an account; creates it when there is none. */
export async function openScan(tx: Tx, account: string): Promise<Scan> {
  await tx.query('INSERT INTO scan (account) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  const row = await queryRow(
    tx,
    scanRow,
    `SELECT encode(cursor, 'hex') AS cursor, slot AS "cursorSlot", reached_at AS "reachedAt",
       swept_at NOT BETWEEN now() - interval '${SWEEP_EVERY}' AND now() + interval '${SWEEP_RETRY}' AS "isSweepDue"
     FROM scan LEFT JOIN deposit ON signature = cursor WHERE account = $1`,
    [account],
  );
  if (!row) throw new Error('a scan without a row');
  return row;
}

/**
 * Records that a walk has reached the cursor, and whether all endpoints have now finished one. Moves the
 * cursor to `cursor` (hex) unless that is null.
 */
export async function recordReached(
  tx: Tx,
  account: string,
  cursor: string | null,
  byAll: boolean,
): Promise<void> {
  await tx.query(
    `UPDATE scan SET reached_at = CASE WHEN $3 THEN now() ELSE reached_at END,
       cursor = coalesce(decode($2, 'hex'), cursor) WHERE account = $1`,
    [account, cursor, byAll],
  );
}

/** Postpones the next sweep by some minutes, so that one that fails is tried again then. */
export async function putSweepOff(tx: Tx, account: string): Promise<void> {
  await tx.query(
    `UPDATE scan SET swept_at = now() - interval '${SWEEP_EVERY}' + interval '${SWEEP_RETRY}' WHERE account = $1`,
    [account],
  );
}

/** Records that the history has been swept. */
export async function recordSwept(tx: Tx, account: string): Promise<void> {
  await tx.query('UPDATE scan SET swept_at = now() WHERE account = $1', [account]);
}
