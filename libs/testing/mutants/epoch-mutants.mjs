// @ts-check

/** @param {string} name */
const sqlFunction = (name) => `services/tipping-ledger/db/functions/${name}.sql`;

const STATEMENTS = 'services/tipping-ledger/src/statements/statements.queries.ts';

/** @param {string} name */
const test = (name) => `services/tipping-ledger/test/${name}.test.ts`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const CLOSES = [
  {
    bug: 'does not promise what it shares',
    file: sqlFunction('close_epoch'),
    from: 'liability = state.liability + shared;',
    to: 'liability = state.liability;',
    test: test('epochs'),
    name: 'shares the pool by balance, at once in what members read and to the nano in their statements',
  },
  {
    bug: 'rounds the index up',
    file: sqlFunction('close_epoch'),
    from: 'new_m := div(state.m * (members_total + shared), members_total);',
    to: 'new_m := div(state.m * (members_total + shared) + members_total - 1, members_total);',
    test: test('epochs'),
    name: 'shares the pool by balance, at once in what members read and to the nano in their statements',
  },
  {
    bug: 'rounds the index to the nearest number',
    file: sqlFunction('close_epoch'),
    from: 'new_m := div(state.m * (members_total + shared), members_total);',
    to: 'new_m := round(state.m * (members_total + shared) / members_total);',
    test: test('epochs'),
    name: 'counts what earlier ones shared, and nobody was paid yet, as held',
  },
  {
    bug: 'forgets that the clock has closed an epoch',
    file: sqlFunction('close_epoch_when_due'),
    from: 'UPDATE holders_state SET last_close_at = now();',
    to: '',
    test: test('epochs'),
    name: 'closes once a period, whichever and however many replicas ask',
  },
  {
    bug: 'lets every replica close that waited for the first one',
    file: sqlFunction('close_epoch_when_due'),
    from: 'IF state.last_close_at >= period_start THEN',
    to: 'IF false THEN',
    test: test('epochs'),
    name: 'closes once a period, whichever and however many replicas ask',
  },
  {
    bug: 'shares by dust while members hold less than 1 LIKE',
    file: sqlFunction('close_epoch'),
    from: 'IF shared <= 0 OR members_total < one_like THEN',
    to: 'IF shared <= 0 THEN',
    test: test('epochs'),
    name: 'shares nothing while members hold less than 1 LIKE together, and all of it later',
  },
  {
    bug: 'closes an epoch that shares nothing',
    file: sqlFunction('close_epoch'),
    from: 'IF shared <= 0 OR',
    to: 'IF shared < 0 OR',
    test: test('epochs'),
    name: 'does not close while there is nothing to share, and is published when it has',
  },
  {
    bug: 'takes what is promised for money that members do not hold',
    file: sqlFunction('close_epoch'),
    from: 'SELECT state.liability - sum(balance), max(balance)',
    to: 'SELECT -sum(balance), max(balance)',
    test: test('epochs'),
    name: 'counts what earlier ones shared, and nobody was paid yet, as held',
  },
  {
    bug: 'shares what is promised once more',
    file: sqlFunction('close_epoch'),
    from: 'shared := pool - state.liability;',
    to: 'shared := pool;',
    test: test('epochs'),
    name: 'counts what earlier ones shared, and nobody was paid yet, as held',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const SHARES = [
  {
    bug: 'rounds what it pays of a share to the nearest nano',
    file: sqlFunction('settle_accounts'),
    from: 'div(balance * state.m, (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance AS amount',
    to: '(balance * state.m / (SELECT m FROM holders_epoch WHERE epoch = account.epoch))::bigint - balance AS amount',
    test: test('epochs'),
    name: 'never rounds a settlement up, not even of balances where Postgres would',
  },
  {
    bug: 'shows a share that is rounded to the nearest nano',
    file: sqlFunction('balance_now'),
    from: 'SELECT div(account_balance * state.m, settled.m)::bigint',
    to: 'SELECT (account_balance * state.m / settled.m)::bigint',
    test: test('epochs'),
    name: 'shares the pool by balance, at once in what members read and to the nano in their statements',
  },
  {
    bug: 'goes on promising what it has paid',
    file: sqlFunction('settle_accounts'),
    from: 'UPDATE holders_state SET liability = liability - paid;',
    to: '',
    test: test('epochs'),
    name: 'pays who was there its share, and nothing of what was deposited after it closed',
  },
  {
    bug: 'reads the end of a statement apart from its lines',
    file: STATEMENTS,
    from: 'const accruedNano = from?.accruedNano ?? rows[0]?.accrued ?? 0n;',
    to: `const [apart] = await tx.query<{ accrued: string }[]>(
      'SELECT balance_now(balance, epoch) - balance AS accrued FROM account WHERE id = $1', [memberId]);
    const accruedNano = from?.accruedNano ?? BigInt(apart?.accrued ?? 0);`,
    test: test('statement'),
    name: 'whose account is settled while it is read (after-commit) sums to the balance before or after',
  },
  {
    bug: 'ends a statement with what has accrued by its last page',
    file: STATEMENTS,
    from: 'const accruedNano = from?.accruedNano ?? rows[0]?.accrued ?? 0n;',
    to: 'const accruedNano = BigInt(rows[0]?.accrued ?? 0);',
    test: test('statement'),
    name: 'of many pages sums to the balance at the first, whatever happens before the last',
  },
  {
    bug: 'repeats the last line of a page on the next one',
    file: STATEMENTS,
    from: 'AND seq < ${parameter(from.before)}',
    to: 'AND seq <= ${parameter(from.before)}',
    test: test('statement'),
    name: 'of many deposits has each once, on whichever page',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const EPOCH_MUTANTS = [...CLOSES, ...SHARES];
