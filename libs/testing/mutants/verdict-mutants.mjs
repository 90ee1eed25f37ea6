// @ts-check
import { bugsIn } from './mutate.mjs';

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
  ...bugsIn(JUDGE, JUDGE_TEST, [
    {
      bug: 'credits what comes from cold storage',
      from: 'const gain = received + (apart < 0n ? apart : 0n);',
      to: 'const gain = received;',
      name: 'counts what cold storage lost as no gain, and not as a source',
    },
    {
      bug: 'credits what goes to cold storage',
      from: '(apart < 0n ? apart : 0n)',
      to: 'apart',
      name: 'counts nothing that cold storage gained',
    },
    {
      bug: 'takes our own wallets for the sender',
      from: 'if (!ours.has(owner) && (after',
      to: 'if ((after',
      name: 'counts what cold storage lost as no gain, and not as a source',
    },
    {
      bug: 'credits a chain transaction that failed',
      from: 'if (meta.err !== null)',
      to: "if (meta.err === 'failed')",
      name: 'is that it failed for anything but null as its error, whatever the balances say',
    },
    {
      bug: 'credits an account that is somebody else’s by now',
      from: 'if (holding?.owner === owner) total',
      to: 'if (holding) total',
      name: 'is nothing for a balance of another owner',
    },
    {
      bug: 'credits tokens of a program that is not the one of LIKE',
      from: 'if (balance.mint !== mint || balance.programId !== program) continue;',
      to: 'if (balance.mint !== mint) continue;',
      name: 'is nothing for a balance under another program',
    },
    {
      bug: 'takes the last of two balances of one account',
      from: 'owner === undefined || held.has(account)',
      to: 'owner === undefined',
      name: 'is none of a response that names one account twice',
    },
  ]),
  ...bugsIn(`${SOURCES}/deposits/chain-judge.ts`, test('chain-faults'), {
    bug: 'believes one endpoint that says another amount than the others',
    from: "typeof each !== 'string' && agree(first, each)",
    to: "typeof each !== 'string'",
    name: 'says that we got twice as much: each is credited once after it healed, and none wrongly before',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const STORING = [
  ...bugsIn(STORED, test('own-accounts'), {
    bug: 'stores a verdict by a list of accounts that has changed meanwhile',
    from: 'if (!(await lockVersion(tx, version))) return false;',
    to: 'await lockVersion(tx, version);',
    name: 'store no verdict by a list that has changed while the chain was asked',
  }),
  ...bugsIn(`${SOURCES}/deposits/deposit.ts`, test('own-accounts'), {
    bug: 'never judges again what brought nothing to the accounts of then',
    from: '(SELECT version FROM own_accounts))`',
    to: '(SELECT version FROM own_accounts) AND false)`',
    name: 'make a verdict of nothing again when one of them was not listed then',
  }),
  ...bugsIn(STORED, test('deposit-kinds'), [
    {
      bug: 'gives a deposit of two wallets to the member of one of them',
      from: 'WHERE address = sources[1] AND cardinality(sources) = 1)) END',
      to: 'WHERE address = ANY (sources) LIMIT 1)) END',
      name: 'transfers from two wallets, one of them linked',
    },
    {
      bug: 'gives a deposit that names two members to one of them',
      from: 'CASE WHEN cardinality(codes) <= 1 THEN coalesce(',
      to: 'CASE WHEN cardinality(codes) <= 2 THEN coalesce(',
      name: 'memos of two members',
    },
    {
      bug: 'gives a deposit to its wallet’s member although it names another one',
      from: '(SELECT member_id FROM deposit_code WHERE code = codes[1]),\n         (SELECT member_id FROM wallet WHERE address = sources[1] AND cardinality(sources) = 1)',
      to: '(SELECT member_id FROM wallet WHERE address = sources[1] AND cardinality(sources) = 1),\n         (SELECT member_id FROM deposit_code WHERE code = codes[1])',
      name: "another member's memo from a linked wallet",
    },
  ]),
  ...bugsIn(STORED, test('ledger-away'), {
    bug: 'makes a deposit that was claimed wait for a claim again',
    from: "AND state IN ('judged', 'claiming')\n         AND deposit.member_id IS NOT DISTINCT FROM owner",
    to: '',
    name: 'a deposit that was claimed stays so when a late replica notes that the ledger has it',
  }),
  ...bugsIn(STORED, test('left-members'), [
    {
      bug: 'takes a claim of another one back when a replica hears late that the first has left',
      from: 'AND deposit.member_id IS NOT DISTINCT FROM owner',
      to: '',
      name: 'is void, and that of another one stays when a late replica notes so',
    },
    {
      bug: 'gives what who left had claimed to them once more',
      from: 'AND wallet.member_id IS DISTINCT FROM owner',
      to: '',
      name: 'is nobody’s also while the wallet is still linked to them',
    },
  ]),
  ...bugsIn(`${SOURCES}/deposits/deposit-settler.ts`, test('left-members'), {
    bug: 'calls credited what the ledger keeps unclaimed',
    from: 'isUnclaimed: isUnclaimed || memberId === null',
    to: 'isUnclaimed: memberId === null',
    name: 'is nobody’s, and is claimed once by who has the keys of the wallet',
  }),
  ...bugsIn(`${SOURCES}/deposits/deposit-queue.queries.ts`, test('ledger-away'), {
    bug: 'waits for ten minutes when the ledger is back',
    from: 'const MAX_LEDGER_DELAY_SECONDS = 15;',
    to: 'const MAX_LEDGER_DELAY_SECONDS = 600;',
    name: 'a deposit is told again within 30 s of an outage, however long that was',
  }),
  ...bugsIn(`${SOURCES}/solana/rpc-endpoint.ts`, test('unreadable'), {
    bug: 'takes an endpoint that is down for one that cannot tell a few',
    from: "const isRead = isUp || read.some((half) => !(half instanceof RpcFailure) || half.kind === 'oversized');",
    to: 'const isRead = true;',
    name: 'when all do, the endpoint is down: it is asked little, and nothing is set aside',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const COMPARED = [
  ...bugsIn(COMPARISON, COMPARISON_TEST, [
    {
      bug: 'does not see a nano too much in the ledger',
      from: 'if (ledgerNano > bookedNano) return',
      to: 'if (ledgerNano > bookedNano + 1n) return',
      name: 'the ledger as it should be when more is there than was ever booked',
    },
    {
      bug: 'does not see a nano too little in the ledger',
      from: 'ledgerNano < toldBeforeNano)',
      to: 'ledgerNano < toldBeforeNano - 1n)',
      name: 'the ledger as it should be when something that was told is not there',
    },
    {
      bug: 'does not see what is missing on the chain',
      from: 'if (heldNano < bookedNano) return heldNano - bookedNano;',
      to: '',
      name: 'the chain as it should be when something is missing',
    },
  ]),
  ...bugsIn(`${SOURCES}/reconciliation/deposit-totals.queries.ts`, test('ledger-away'), {
    bug: 'counts what the ledger has not been told yet as told',
    from: "toldNano: sum(rows.filter(({ state }) => state !== 'judged')),",
    to: 'toldNano: sum(rows),',
    name: 'are no difference while the ledger does not take one of them',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const VERDICT_MUTANTS = [...JUDGED, ...STORING, ...COMPARED];
