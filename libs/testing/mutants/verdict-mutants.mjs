// @ts-check

const SOURCES = 'services/wallet-chain-watcher/src';
const JUDGE = `${SOURCES}/deposits/judge-deposit.ts`;
const JUDGE_TEST = `${SOURCES}/deposits/judge-deposit.test.ts`;
const COMPARISON = `${SOURCES}/reconciliation/reconciliation.ts`;
const COMPARISON_TEST = `${SOURCES}/reconciliation/reconciliation.test.ts`;
const STORED = `${SOURCES}/deposits/deposits.queries.ts`;

/** @param {string} name */
const test = (name) => `services/wallet-chain-watcher/test/${name}.test.ts`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const JUDGED = [
  {
    bug: 'credits what comes from cold storage',
    file: JUDGE,
    from: 'const gain = received + (apart < 0n ? apart : 0n);',
    to: 'const gain = received;',
    test: JUDGE_TEST,
    name: 'counts what cold storage lost as no gain, and not as a source',
  },
  {
    bug: 'credits what goes to cold storage',
    file: JUDGE,
    from: '(apart < 0n ? apart : 0n)',
    to: 'apart',
    test: JUDGE_TEST,
    name: 'counts nothing that cold storage gained',
  },
  {
    bug: 'takes our own wallets for the sender',
    file: JUDGE,
    from: 'if (!ours.has(owner) && (after',
    to: 'if ((after',
    test: JUDGE_TEST,
    name: 'counts what cold storage lost as no gain, and not as a source',
  },
  {
    bug: 'credits a chain transaction that failed',
    file: JUDGE,
    from: 'if (meta.err !== null)',
    to: "if (meta.err === 'failed')",
    test: JUDGE_TEST,
    name: 'is that it failed for anything but null as its error, whatever the balances say',
  },
  {
    bug: 'credits an account that is somebody else’s by now',
    file: JUDGE,
    from: 'if (holding?.owner === owner) total',
    to: 'if (holding) total',
    test: JUDGE_TEST,
    name: 'is nothing for a balance of another owner',
  },
  {
    bug: 'credits tokens of a program that is not the one of LIKE',
    file: JUDGE,
    from: 'if (balance.mint !== mint || balance.programId !== program) continue;',
    to: 'if (balance.mint !== mint) continue;',
    test: JUDGE_TEST,
    name: 'is nothing for a balance under another program',
  },
  {
    bug: 'takes the last of two balances of one account',
    file: JUDGE,
    from: 'owner === undefined || held.has(account)',
    to: 'owner === undefined',
    test: JUDGE_TEST,
    name: 'is none of a response that names one account twice',
  },
  {
    bug: 'believes one endpoint that says another amount than the others',
    file: `${SOURCES}/deposits/chain-judge.ts`,
    from: "typeof each !== 'string' && agree(first, each)",
    to: "typeof each !== 'string'",
    test: test('chain-faults'),
    name: 'says that we got twice as much: each is credited once after it healed, and none wrongly before',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const STORING = [
  {
    bug: 'stores a verdict by a list of accounts that has changed meanwhile',
    file: STORED,
    from: 'if (!(await lockVersion(tx, version))) return false;',
    to: 'await lockVersion(tx, version);',
    test: test('own-accounts'),
    name: 'store no verdict by a list that has changed while the chain was asked',
  },
  {
    bug: 'never judges again what brought nothing to the accounts of then',
    file: `${SOURCES}/deposits/deposit.ts`,
    from: '(SELECT version FROM own_accounts))`',
    to: '(SELECT version FROM own_accounts) AND false)`',
    test: test('own-accounts'),
    name: 'make a verdict of nothing again when one of them was not listed then',
  },
  {
    bug: 'gives a deposit of two wallets to the member of one of them',
    file: STORED,
    from: 'WHERE address = sources[1] AND cardinality(sources) = 1)) END',
    to: 'WHERE address = ANY (sources) LIMIT 1)) END',
    test: test('deposit-kinds'),
    name: 'transfers from two wallets, one of them linked',
  },
  {
    bug: 'gives a deposit that names two members to one of them',
    file: STORED,
    from: 'CASE WHEN cardinality(codes) <= 1 THEN coalesce(',
    to: 'CASE WHEN cardinality(codes) <= 2 THEN coalesce(',
    test: test('deposit-kinds'),
    name: 'memos of two members',
  },
  {
    bug: 'gives a deposit to its wallet’s member although it names another one',
    file: STORED,
    from: '(SELECT member_id FROM deposit_code WHERE code = codes[1]),\n         (SELECT member_id FROM wallet WHERE address = sources[1] AND cardinality(sources) = 1)',
    to: '(SELECT member_id FROM wallet WHERE address = sources[1] AND cardinality(sources) = 1),\n         (SELECT member_id FROM deposit_code WHERE code = codes[1])',
    test: test('deposit-kinds'),
    name: "another member's memo from a linked wallet",
  },
  {
    bug: 'makes a deposit that was claimed wait for a claim again',
    file: STORED,
    from: "WHERE signature = ANY (${BYTES}) AND state = 'judged' ORDER BY",
    to: "WHERE signature = ANY (${BYTES}) AND state <> 'seen' ORDER BY",
    test: test('ledger-away'),
    name: 'a deposit that was claimed stays so when a late replica notes that the ledger has it',
  },
  {
    bug: 'waits for ten minutes when the ledger is back',
    file: `${SOURCES}/deposits/deposit-queue.queries.ts`,
    from: 'const MAX_LEDGER_DELAY_SECONDS = 15;',
    to: 'const MAX_LEDGER_DELAY_SECONDS = 600;',
    test: test('ledger-away'),
    name: 'a deposit is told again within 30 s of an outage, however long that was',
  },
  {
    bug: 'takes an endpoint that is down for one that cannot tell a few',
    file: `${SOURCES}/solana/rpc-endpoint.ts`,
    from: "const isRead = isUp || read.some((half) => !(half instanceof RpcFailure) || half.kind === 'oversized');",
    to: 'const isRead = true;',
    test: test('unreadable'),
    name: 'when all do, the endpoint is down: it is asked little, and nothing is set aside',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const COMPARED = [
  {
    bug: 'does not see a nano too much in the ledger',
    file: COMPARISON,
    from: 'if (ledgerNano > bookedNano) return',
    to: 'if (ledgerNano > bookedNano + 1n) return',
    test: COMPARISON_TEST,
    name: 'the ledger as it should be when more is there than was ever booked',
  },
  {
    bug: 'does not see a nano too little in the ledger',
    file: COMPARISON,
    from: 'ledgerNano < toldBeforeNano)',
    to: 'ledgerNano < toldBeforeNano - 1n)',
    test: COMPARISON_TEST,
    name: 'the ledger as it should be when something that was told is not there',
  },
  {
    bug: 'does not see what is missing on the chain',
    file: COMPARISON,
    from: 'if (heldNano < bookedNano) return heldNano - bookedNano;',
    to: '',
    test: COMPARISON_TEST,
    name: 'the chain as it should be when something is missing',
  },
  {
    bug: 'counts what the ledger has not been told yet as told',
    file: `${SOURCES}/reconciliation/deposit-totals.queries.ts`,
    from: "toldNano: sum(rows.filter(({ state }) => state !== 'judged')),",
    to: 'toldNano: sum(rows),',
    test: test('ledger-away'),
    name: 'are no difference while the ledger does not take one of them',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const VERDICT_MUTANTS = [...JUDGED, ...STORING, ...COMPARED];
