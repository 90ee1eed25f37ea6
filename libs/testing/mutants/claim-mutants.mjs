// @ts-check

/** @param {string} name */
const sqlFunction = (name) => `services/tipping-ledger/db/functions/${name}.sql`;

/** @param {string} name */
const test = (name) => `services/tipping-ledger/test/${name}.test.ts`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const CLAIMS = [
  {
    bug: 'lets a claim take a deposit that has an owner',
    file: sqlFunction('claim_deposit'),
    from: 'IF deposit.to_id IS DISTINCT FROM unclaimed THEN',
    to: 'IF deposit.to_id IS NULL THEN',
    test: test('claim-deposit'),
    name: 'is rejected for a deposit that has an owner, or that never was',
  },
  {
    bug: 'gives a claimant shares of epochs that what they claim was not there for',
    file: sqlFunction('claim_deposit'),
    from: 'PERFORM settle_accounts(ARRAY[claimant]);',
    to: '',
    test: test('claim-deposit'),
    name: 'adds to what epochs had shared with the member, and earns nothing of those',
  },
  {
    bug: 'does not look for an earlier claim',
    file: sqlFunction('claim_deposit'),
    from: "WHERE idem_key = 'claim:' || signature;",
    to: "WHERE idem_key = 'claim:' || signature AND false;",
    test: test('claim-deposit'),
    name: 'moves it to the member once, however often and from wherever it is asked',
  },
  {
    bug: 'tells anybody that a claim of another member is theirs',
    file: sqlFunction('claim_deposit'),
    from: "said := CASE WHEN earlier.to_id = claimant THEN 'repeated' ELSE 'signature-reused' END;",
    to: "said := 'repeated';",
    test: test('claim-deposit'),
    name: 'gives it to one of two members who ask at once',
  },
  {
    bug: 'settles a claim without the lock',
    file: sqlFunction('claim_deposit'),
    from: "said text := 'claimed';\nBEGIN\n  PERFORM lock_ledger();",
    to: "said text := 'claimed';\nBEGIN",
    test: test('claim-deposit'),
    name: 'is told of one by another member that was under way before it',
  },
  {
    bug: 'answers a claim with a balance without the shares of epochs',
    file: sqlFunction('claim_deposit'),
    from: '(SELECT balance_now(a.balance, a.epoch) FROM account a WHERE a.id = claimant)',
    to: '(SELECT a.balance FROM account a WHERE a.id = claimant)',
    test: test('claim-deposit'),
    name: 'adds to what epochs had shared with the member, and earns nothing of those',
  },
  {
    bug: 'takes a claim for a member without an account',
    file: sqlFunction('claim_deposit'),
    from: "ELSIF NOT EXISTS (SELECT FROM account WHERE id = claimant AND kind = 'member' AND closed_at IS NULL) THEN",
    to: 'ELSIF false THEN',
    test: test('claim-deposit'),
    name: 'waits for the account of a member who has none yet',
  },
  {
    bug: 'says of every claim that it was made by this call',
    file: 'services/tipping-ledger/src/deposits/deposits.service.ts',
    from: "claimed: row.outcome === 'claimed'",
    to: 'claimed: true',
    test: test('claim-deposit'),
    name: 'moves it to the member once, however often and from wherever it is asked',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const DEPOSITS = [
  {
    bug: 'gives a member shares of epochs that the deposit was not there for',
    file: sqlFunction('credit_deposit'),
    from: 'PERFORM settle_accounts(ARRAY[receiver]);',
    to: '',
    test: test('epochs'),
    name: 'pays who was there its share, and nothing of what was deposited after it closed',
  },
  {
    bug: 'takes a deposit of another owner for the same one',
    file: sqlFunction('credit_deposit'),
    from: 'WHEN earlier.to_id IN (receiver, owner_id) AND earlier.amount = credited',
    to: 'WHEN earlier.amount = credited',
    test: test('epochs'),
    name: 'is credited once per signature, however often and parallel it is told',
  },
  {
    bug: 'takes a deposit of another amount for the same one',
    file: sqlFunction('credit_deposit'),
    from: 'WHEN earlier.to_id IN (receiver, owner_id) AND earlier.amount = credited',
    to: 'WHEN earlier.to_id IN (receiver, owner_id)',
    test: test('epochs'),
    name: 'is credited once per signature, however often and parallel it is told',
  },
  {
    bug: 'credits a member without an account',
    file: sqlFunction('credit_deposit'),
    from: 'ELSIF NOT EXISTS (SELECT FROM account WHERE id = receiver) THEN',
    to: 'ELSIF false THEN',
    test: test('epochs'),
    name: 'for a member without an account is kept from nobody: it can be told again later',
  },
  {
    bug: 'answers a deposit with a balance without the shares of epochs',
    file: sqlFunction('credit_deposit'),
    from: "CASE a.kind WHEN 'member' THEN balance_now(a.balance, a.epoch) ELSE a.balance END",
    to: 'a.balance',
    test: test('epochs'),
    name: 'pays who was there its share, and nothing of what was deposited after it closed',
  },
  {
    bug: 'counts the supply of the treasury as deposits',
    file: 'services/tipping-ledger/src/deposits/deposits.queries.ts',
    from: 'SELECT -chain.balance - supply.amount AS deposited',
    to: 'SELECT -chain.balance AS deposited',
    test: 'services/wallet-chain-watcher/test/ledger-away.test.ts',
    name: 'are no difference while they are under way, or moved to cold storage and back',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const CLAIM_MUTANTS = [...CLAIMS, ...DEPOSITS];
