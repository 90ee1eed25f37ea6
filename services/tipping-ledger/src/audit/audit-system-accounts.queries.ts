import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn, queryRow, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { Findings } from './audit.js';

const HOLDERS_POOL = 3;

/**
 * The system's accounts at one moment, with the number of the last transfer before it; amounts in nano-LIKE.
 */
const systemAccountsRow = z.object({
  mark: z.string(),
  epoch: z.int(),
  liability: z.string(),
  shared: z.string(),
  accounts: z.array(z.object({ id: z.int(), kind: z.string(), balance: z.string() })),
});
export type SystemAccountsAtMark = Readonly<z.output<typeof systemAccountsRow>>;

const MARK = 'greatest((SELECT max(seq) FROM tip), (SELECT max(seq) FROM movement), 0)';

/** Returns the number of the last transfer, or 0. */
export async function findMark(tx: Tx): Promise<string> {
  const mark = await queryValue(tx, z.string(), `SELECT ${MARK} AS mark`);
  if (mark === null) throw new Error('a maximum without a row');
  return mark;
}

/** Reads the balances, the promises to holders and the mark, all in one snapshot. */
export async function readSystemAccounts(tx: Tx): Promise<SystemAccountsAtMark> {
  const row = await queryRow(
    tx,
    systemAccountsRow,
    `SELECT ${MARK} AS mark, epoch, liability,
      (SELECT sum(distributed) FROM holders_epoch WHERE epoch <= state.epoch) AS shared,
      (SELECT json_agg(json_build_object('id', id, 'kind', kind, 'balance', balance::text))
        FROM account WHERE id < 1000) AS accounts
    FROM holders_state state`,
  );
  if (!row) throw new Error('the ledger has no holders_state');
  return row;
}

/** Returns what the epochs closed after `epoch` have shared. */
export async function findSharedSince(tx: Tx, epoch: number): Promise<bigint> {
  const shared = await queryValue(
    tx,
    int8Nano,
    'SELECT coalesce(sum(distributed), 0) AS shared FROM holders_epoch WHERE epoch > $1',
    [epoch],
  );
  return shared ?? 0n;
}

/** Finds epochs whose index does not follow from the one before, or is not that of the current epoch. */
export async function checkIndex(tx: Tx, findings: Findings): Promise<void> {
  const wrong = await queryColumn(
    tx,
    z.int(),
    `SELECT epoch FROM (
       SELECT epoch, m, div(lag(m) OVER (ORDER BY epoch) * (members_total + distributed), nullif(members_total, 0)) AS due
       FROM holders_epoch) AS closed
     CROSS JOIN (SELECT epoch AS current, m AS current_m FROM holders_state) AS state
     WHERE epoch > 0 AND (m IS DISTINCT FROM due OR epoch = current AND m <> current_m) ORDER BY epoch`,
  );
  for (const epoch of wrong)
    findings.add('index', `epoch ${epoch}`, 'its index does not follow from what it shared');
}

/** Compares the promises to holders with the pool, and with what was shared and is not settled yet. */
export function checkPromises(findings: Findings, system: SystemAccountsAtMark, unsettled: bigint): void {
  const liability = BigInt(system.liability);
  const pool = BigInt(system.accounts.find(({ id }) => id === HOLDERS_POOL)?.balance ?? 0);
  if (pool < liability) findings.add('pool', 'ledger', `the pool is ${pool}, ${liability} are promised`);
  if (liability !== unsettled)
    findings.add(
      'liability',
      'ledger',
      `${liability} are promised, ${unsettled} were shared and not settled`,
    );
}
