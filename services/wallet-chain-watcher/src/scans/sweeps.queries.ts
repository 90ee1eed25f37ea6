import type { Database, Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const SWEEP_EVERY = '1 hour';
const SWEEP_RETRY = '5 minutes';

const dueRow = z.object({ endpoint: z.string(), isDue: z.boolean() });
const sweptRow = z.object({ endpoint: z.string(), sweptAt: z.date() });

/**
 * Returns those of these endpoints at which a sweep of the account is due, or due so far ahead that the clock of
 * Postgres was wrong. The first sweep is due an hour after an endpoint is first asked for.
 */
export async function findDueSweeps(
  database: Database,
  account: string,
  endpoints: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = await queryRows(
    database.read,
    dueRow,
    `SELECT endpoint,
       due_at NOT BETWEEN now() AND now() + interval '${SWEEP_EVERY}' + interval '${SWEEP_RETRY}' AS "isDue"
     FROM sweep WHERE account = $1 AND endpoint = ANY ($2)`,
    [account, endpoints],
  );
  if (known.length < new Set(endpoints).size)
    await database.transaction((tx) => awaitSweeps(tx, account, endpoints));
  return new Set(known.filter(({ isDue }) => isDue).map(({ endpoint }) => endpoint));
}

/** Awaits the first sweep of the account at those of these endpoints that have had none. */
async function awaitSweeps(tx: Tx, account: string, endpoints: readonly string[]): Promise<void> {
  await tx.query(
    `INSERT INTO sweep (account, endpoint, due_at)
     SELECT $1, endpoint, now() + interval '${SWEEP_EVERY}' FROM unnest($2::text[]) AS endpoint
     ON CONFLICT DO NOTHING`,
    [account, endpoints],
  );
}

/** Postpones the next sweep at this endpoint by some minutes, so that one that fails is tried again then. */
export async function putSweepOff(tx: Tx, account: string, endpoint: string): Promise<void> {
  await tx.query(
    `UPDATE sweep SET due_at = now() + interval '${SWEEP_RETRY}' WHERE account = $1 AND endpoint = $2`,
    [account, endpoint],
  );
}

/**
 * Records that the sweep at this endpoint is over: the next one is due in an hour.
 * @param isWhole whether it came to the end of what is swept
 */
export async function recordSweep(
  tx: Tx,
  account: string,
  endpoint: string,
  isWhole: boolean,
): Promise<void> {
  await tx.query(
    `UPDATE sweep SET due_at = now() + interval '${SWEEP_EVERY}',
       swept_at = CASE WHEN $3 THEN now() ELSE swept_at END WHERE account = $1 AND endpoint = $2`,
    [account, endpoint, isWhole],
  );
}

/** Returns when each endpoint was last swept, by name: at the account that is furthest behind of these. */
export async function findSwept(tx: Tx, accounts: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await queryRows(
    tx,
    sweptRow,
    'SELECT endpoint, min(swept_at) AS "sweptAt" FROM sweep WHERE account = ANY ($1) GROUP BY endpoint',
    [accounts],
  );
  return new Map(rows.map(({ endpoint, sweptAt }) => [endpoint, sweptAt]));
}
