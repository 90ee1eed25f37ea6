// @ts-check
import { bugsIn } from './mutate.mjs';

/** @param {string} name */
const sqlFunction = (name) => `services/tipping-ledger/db/functions/${name}.sql`;

/** @param {string} name */
const test = (name) => `services/tipping-ledger/test/${name}.test.ts`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const CLAIMS = [
  ...bugsIn(sqlFunction('claim_deposit'), test('claim-deposit'), [
    {
      bug: 'lets a claim take a deposit that has an owner',
      from: 'IF deposit.to_id IS DISTINCT FROM unclaimed THEN',
      to: 'IF deposit.to_id IS NULL THEN',
      name: 'is rejected for a deposit that has an owner, or that never was',
    },
    {
      bug: 'gives a claimant shares of epochs that what they claim was not there for',
      from: 'PERFORM settle_accounts(ARRAY[claimant]);',
      to: '',
      name: 'adds to what epochs had shared with the member, and earns nothing of those',
    },
    {
      bug: 'does not look for an earlier claim',
      from: "WHERE idem_key = 'claim:' || signature;",
      to: "WHERE idem_key = 'claim:' || signature AND false;",
      name: 'moves it to the member once, however often and from wherever it is asked',
    },
    {
      bug: 'tells anybody that a claim of another member is theirs',
      from: "said := CASE WHEN earlier.to_id = claimant THEN 'repeated' ELSE 'signature-reused' END;",
      to: "said := 'repeated';",
      name: 'gives it to one of two members who ask at once',
    },
    {
      bug: 'settles a claim without the lock',
      from: "said text := 'claimed';\nBEGIN\n  PERFORM lock_ledger();",
      to: "said text := 'claimed';\nBEGIN",
      name: 'is told of one by another member that was under way before it',
    },
    {
      bug: 'answers a claim with a balance without the shares of epochs',
      from: '(SELECT balance_now(a.balance, a.epoch) FROM account a WHERE a.id = claimant)',
      to: '(SELECT a.balance FROM account a WHERE a.id = claimant)',
      name: 'adds to what epochs had shared with the member, and earns nothing of those',
    },
    {
      bug: 'takes a claim for a member without an account',
      from: "ELSIF NOT EXISTS (SELECT FROM account WHERE id = claimant AND kind = 'member') THEN",
      to: 'ELSIF false THEN',
      name: 'waits for the account of a member who has none yet',
    },
  ]),
  ...bugsIn('services/tipping-ledger/src/deposits/deposits.service.ts', test('claim-deposit'), {
    bug: 'says of every claim that it was made by this call',
    from: "claimed: row.outcome === 'claimed'",
    to: 'claimed: true',
    name: 'moves it to the member once, however often and from wherever it is asked',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const DEPOSITS = [
  ...bugsIn(sqlFunction('credit_deposit'), test('epochs'), [
    {
      bug: 'gives a member shares of epochs that the deposit was not there for',
      from: 'PERFORM settle_accounts(ARRAY[receiver]);',
      to: '',
      name: 'pays who was there its share, and nothing of what was deposited after it closed',
    },
    {
      bug: 'takes a deposit of another owner for the same one',
      from: 'WHEN earlier.to_id IN (receiver, owner_id) AND earlier.amount = credited',
      to: 'WHEN earlier.amount = credited',
      name: 'is credited once per signature, however often and parallel it is told',
    },
    {
      bug: 'takes a deposit of another amount for the same one',
      from: 'WHEN earlier.to_id IN (receiver, owner_id) AND earlier.amount = credited',
      to: 'WHEN earlier.to_id IN (receiver, owner_id)',
      name: 'is credited once per signature, however often and parallel it is told',
    },
    {
      bug: 'credits a member without an account',
      from: 'ELSIF NOT EXISTS (SELECT FROM account WHERE id = receiver) THEN',
      to: 'ELSIF false THEN',
      name: 'for a member without an account is kept from nobody: it can be told again later',
    },
    {
      bug: 'answers a deposit with a balance without the shares of epochs',
      from: "CASE a.kind WHEN 'member' THEN balance_now(a.balance, a.epoch) ELSE a.balance END",
      to: 'a.balance',
      name: 'pays who was there its share, and nothing of what was deposited after it closed',
    },
  ]),
  ...bugsIn(sqlFunction('credit_deposit'), test('close-account'), {
    bug: 'says of a deposit that is told again where it would go by now',
    from: 'receiver := earlier.to_id;',
    to: '',
    name: 'that came before, and is sent again, is answered as before',
  }),
  ...bugsIn(sqlFunction('claim_deposit'), test('close-account'), {
    bug: 'has who left wait for an account',
    from: "said := 'member-left';",
    to: "said := 'no-account';",
    name: 'that comes after goes to nobody, for whoever has the keys of the wallet',
  }),
  ...bugsIn(
    'services/tipping-ledger/src/deposits/deposits.queries.ts',
    'services/wallet-chain-watcher/test/ledger-away.test.ts',
    {
      bug: 'counts the supply of the treasury as deposits',
      from: 'SELECT -chain.balance - supply.amount AS deposited',
      to: 'SELECT -chain.balance AS deposited',
      name: 'are no difference while they are under way, or moved to cold storage and back',
    },
  ),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const CLAIM_MUTANTS = [...CLAIMS, ...DEPOSITS];
