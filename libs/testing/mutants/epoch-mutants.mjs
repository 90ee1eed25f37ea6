// @ts-check
import { bugsIn } from './mutate.mjs';

/** @param {string} name */
const sqlFunction = (name) => `services/tipping-ledger/db/functions/${name}.sql`;

const STATEMENTS = 'services/tipping-ledger/src/statements/statements.queries.ts';

/** @param {string} name */
const test = (name) => `services/tipping-ledger/test/${name}.test.ts`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const CLOSES = [
  ...bugsIn(sqlFunction('close_epoch'), test('epochs'), [
    {
      bug: 'does not promise what it shares',
      from: 'liability = state.liability + shared;',
      to: 'liability = state.liability;',
      name: 'shares the pool by balance, at once in what members read and to the nano in their statements',
    },
    {
      bug: 'rounds the index up',
      from: 'new_m := div(state.m * (members_total + shared), members_total);',
      to: 'new_m := div(state.m * (members_total + shared) + members_total - 1, members_total);',
      name: 'shares the pool by balance, at once in what members read and to the nano in their statements',
    },
    {
      bug: 'rounds the index to the nearest number',
      from: 'new_m := div(state.m * (members_total + shared), members_total);',
      to: 'new_m := round(state.m * (members_total + shared) / members_total);',
      name: 'counts what earlier ones shared, and nobody was paid yet, as held',
    },
    {
      bug: 'shares by dust while members hold less than 1 LIKE',
      from: 'IF shared <= 0 OR members_total < one_like THEN',
      to: 'IF shared <= 0 THEN',
      name: 'shares nothing while members hold less than 1 LIKE together, and all of it later',
    },
    {
      bug: 'closes an epoch that shares nothing',
      from: 'IF shared <= 0 OR',
      to: 'IF shared < 0 OR',
      name: 'does not close while there is nothing to share, and is published when it has',
    },
    {
      bug: 'takes what is promised for money that members do not hold',
      from: 'SELECT state.liability - sum(balance), max(balance)',
      to: 'SELECT -sum(balance), max(balance)',
      name: 'counts what earlier ones shared, and nobody was paid yet, as held',
    },
    {
      bug: 'shares what is promised once more',
      from: 'shared := pool - state.liability;',
      to: 'shared := pool;',
      name: 'counts what earlier ones shared, and nobody was paid yet, as held',
    },
  ]),
  ...bugsIn(sqlFunction('close_epoch_when_due'), test('epochs'), [
    {
      bug: 'forgets that the clock has closed an epoch',
      from: 'UPDATE holders_state SET last_close_at = now();',
      to: '',
      name: 'closes once a period, whichever and however many replicas ask',
    },
    {
      bug: 'lets every replica close that waited for the first one',
      from: 'IF state.last_close_at BETWEEN period_start AND latest OR',
      to: 'IF',
      name: 'closes once a period, whichever and however many replicas ask',
    },
  ]),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const SHARES = [
  ...bugsIn(sqlFunction('settle_accounts'), test('epochs'), [
    {
      bug: 'rounds what it pays of a share to the nearest nano',
      from: 'div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance AS amount',
      to: '(balance * state.m / (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance AS amount',
      name: 'never rounds a settlement up, not even of balances where Postgres would',
    },
    {
      bug: 'goes on promising what it has paid',
      from: 'UPDATE holders_state SET liability = liability - paid;',
      to: '',
      name: 'pays who was there its share, and nothing of what was deposited after it closed',
    },
  ]),
  ...bugsIn(sqlFunction('balance_now'), test('epochs'), {
    bug: 'shows a share that is rounded to the nearest nano',
    from: 'SELECT div(account_balance * state.m, settled.m)::bigint',
    to: 'SELECT (account_balance * state.m / settled.m)::bigint',
    name: 'shares the pool by balance, at once in what members read and to the nano in their statements',
  }),
  ...bugsIn(STATEMENTS, test('statement'), [
    {
      bug: 'reads the end of a statement apart from its lines',
      from: 'const accruedNano = from?.accruedNano ?? rows[0]?.accrued ?? 0n;',
      to: `const [apart] = await tx.query<{ accrued: string }[]>(
      'SELECT balance_now(balance, epoch) - balance AS accrued FROM account WHERE id = $1', [memberId]);
    const accruedNano = from?.accruedNano ?? BigInt(apart?.accrued ?? 0);`,
      name: 'whose account is settled while it is read (after-commit) sums to the balance before or after',
    },
    {
      bug: 'ends a statement with what has accrued by its last page',
      from: 'const accruedNano = from?.accruedNano ?? rows[0]?.accrued ?? 0n;',
      to: 'const accruedNano = BigInt(rows[0]?.accrued ?? 0);',
      name: 'of many pages sums to the balance at the first, whatever happens before the last',
    },
    {
      bug: 'repeats the last line of a page on the next one',
      from: 'AND seq < ${parameter(from.before)}',
      to: 'AND seq <= ${parameter(from.before)}',
      name: 'of many deposits has each once, on whichever page',
    },
  ]),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const EPOCH_MUTANTS = [...CLOSES, ...SHARES];
