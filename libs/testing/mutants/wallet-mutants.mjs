// @ts-check

const SOURCES = 'services/wallet-chain-watcher/src';
const UNCLAIMED = `${SOURCES}/deposits/unclaimed-deposits.ts`;
const CLAIMS = `${SOURCES}/claims/claims.queries.ts`;
const WALLETS = `${SOURCES}/wallets/wallets.service.ts`;
const PROOFS = `${SOURCES}/proofs/proofs.queries.ts`;
const LEASE = `${SOURCES}/scans/lease.queries.ts`;

/** @param {string} name */
const test = (name) => `services/wallet-chain-watcher/test/${name}.test.ts`;

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const CLAIMED = [
  {
    bug: 'answers a claim to whoever has seen its text',
    file: CLAIMS,
    from: ' AND member_id = $2 AND address = $3`,\n    [hash, memberId, address],',
    to: '`,\n    [hash],',
    test: test('wallets'),
    name: 'answer a claim that is repeated as the first time, with the same proof or a new one, and to nobody else',
  },
  {
    bug: 'answers a repeated claim as the member’s first one of the wallet',
    file: CLAIMS,
    from: 'ORDER BY id DESC LIMIT 1',
    to: 'ORDER BY id LIMIT 1',
    test: test('wallets'),
    name: 'answer a claim that is repeated as the first time, with the same proof or a new one, and to nobody else',
  },
  {
    bug: 'gives what two wallets have sent to the member of one',
    file: UNCLAIMED,
    from: '`sources <@ (ARRAY(',
    to: '`sources && (ARRAY(',
    test: test('wallets'),
    name: 'claim nothing that others have sent with them, until these are their own as well',
  },
  {
    bug: 'gives what names two members to the one who links the wallet',
    file: UNCLAIMED,
    from: "const condition = 'cardinality(sources) = 1 AND cardinality(codes) <= 1';",
    to: "const condition = 'cardinality(sources) = 1';",
    test: test('wallets'),
    name: 'take what they sent before they were linked, but not what names two members',
  },
  {
    bug: 'gives what a linked wallet has sent to whoever has its key',
    file: `${SOURCES}/claims/claims.service.ts`,
    from: 'if (owner !== null && owner !== memberId)',
    to: 'if (owner !== null && owner < 0)',
    test: test('wallets'),
    name: 'belong to one member each',
  },
  {
    bug: 'gives a claimed deposit away once more',
    file: UNCLAIMED,
    from: "WHERE state = 'unclaimed' AND sources @> ARRAY[$2::text] AND ${condition}\n       ORDER BY signature LIMIT $3 FOR UPDATE) AND state = 'unclaimed'",
    to: "WHERE state IN ('unclaimed', 'claimed') AND sources @> ARRAY[$2::text] AND ${condition}\n       ORDER BY signature LIMIT $3 FOR UPDATE)",
    test: test('wallets'),
    name: 'claim what they sent, once, without being linked',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const PROVED = [
  {
    bug: 'believes a text that another wallet has signed',
    file: `${SOURCES}/proofs/proofs.service.ts`,
    from: 'if (!verifyWalletSignature({ address: proof.address, message, signature }))',
    to: 'if (!message)',
    test: test('wallets'),
    name: 'was signed by another wallet: rejected, and nothing is spent',
  },
  {
    bug: 'takes a text that was handed out to another member',
    file: PROOFS,
    from: "WHERE message_hash = decode($1, 'hex') AND member_id = $2 AND purpose = $3",
    to: "WHERE message_hash = decode($1, 'hex') AND $2::bigint > 0 AND purpose = $3",
    test: test('wallets'),
    name: 'was handed out to another member: rejected, and nothing is spent',
  },
  {
    bug: 'takes a text for a link as one for a claim',
    file: PROOFS,
    from: 'AND member_id = $2 AND purpose = $3',
    to: "AND member_id = $2 AND $3::text <> ''",
    test: test('wallets'),
    name: 'serves its purpose alone',
  },
  {
    bug: 'takes a text that has run out',
    file: PROOFS,
    from: 'AND address = $4 AND expires_at > now()',
    to: 'AND address = $4',
    test: test('wallets'),
    name: 'runs out',
  },
  {
    bug: 'says that a wallet of another member is linked',
    file: WALLETS,
    from: "return linked.memberId === memberId ? linked : 'taken';",
    to: 'return linked;',
    test: test('wallets'),
    name: 'belong to one member each',
  },
  {
    bug: 'unlinks a wallet of another member',
    file: WALLETS,
    from: 'tx.delete(WalletEntity, { address, memberId })',
    to: 'tx.delete(WalletEntity, { address })',
    test: test('wallets'),
    name: 'are linked by a signature, listed and unlinked',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const FOLLOWED = [
  {
    bug: 'says of the deposit of another member that it was credited',
    file: `${SOURCES}/deposits/deposits.service.ts`,
    from: 'if (outcome.memberId !== memberId) throw',
    to: 'if (outcome.memberId === null) throw',
    test: test('report-deposit'),
    name: 'belongs to its member, whoever else reports it first',
  },
  {
    bug: 'says that a deposit was credited which the ledger does not have yet',
    file: `${SOURCES}/deposits/deposit-settler.ts`,
    from: "new Set<DepositStatus['state']>(['failed',",
    to: "new Set<DepositStatus['state']>(['judged', 'failed',",
    test: test('ledger-away'),
    name: 'a deposit is not called credited before the ledger has it',
  },
  {
    bug: 'lets the cursor rest on what nobody has judged',
    file: `${SOURCES}/deposits/deposit-queue.queries.ts`,
    from: "WHERE state <> 'seen' AND NOT ${IS_OUTDATED} ORDER BY place",
    to: 'WHERE NOT ${IS_OUTDATED} ORDER BY place',
    test: test('chain-faults'),
    name: 'and the other one, too, list what never was: the cursor never rests on it, and it is forgotten in the end',
  },
  {
    bug: 'lets the cursor pass what one endpoint alone has not listed',
    file: `${SOURCES}/scans/chain-scanner.ts`,
    from: 'return candidate.listedBy.size === this.chain.endpoints.length ? candidate.signature : null;',
    to: 'return candidate.signature;',
    test: test('chain-faults'),
    name: 'has lost one, and a newer one is judged before the other endpoint was read: the cursor waits for both',
  },
  {
    bug: 'does not number those who have the lease',
    file: LEASE,
    from: 'THEN 0 ELSE 1 END',
    to: 'THEN 0 ELSE 0 END',
    test: test('scan-lease'),
    name: 'passes to another replica when the one that scans ends, and nothing is left out',
  },
  {
    bug: 'stores a page for a replica that has lost the lease',
    file: LEASE,
    from: 'WHERE name = $1 AND fence = $2 FOR SHARE',
    to: 'WHERE name = $1 AND $2::bigint > 0 FOR SHARE',
    test: test('scan-lease'),
    name: 'is stored by nobody who has lost it since',
  },
  {
    bug: 'lets the lease pass on while a page is being stored',
    file: LEASE,
    from: 'WHERE name = $1 AND fence = $2 FOR SHARE',
    to: 'WHERE name = $1 AND fence = $2',
    test: test('scan-lease'),
    name: 'is stored before another one takes it',
  },
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const WALLET_MUTANTS = [...CLAIMED, ...PROVED, ...FOLLOWED];
