// @ts-check
import { bugsIn } from './mutate.mjs';

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
  ...bugsIn(CLAIMS, test('wallets'), [
    {
      bug: 'answers a claim to whoever has seen its text',
      from: ' AND member_id = $2 AND address = $3`,\n    [hash, memberId, address],',
      to: '`,\n    [hash],',
      name: 'answer a claim that is repeated as the first time, with the same proof or a new one, and to nobody else',
    },
    {
      bug: 'answers a repeated claim as the member’s first one of the wallet',
      from: 'ORDER BY id DESC LIMIT 1',
      to: 'ORDER BY id LIMIT 1',
      name: 'answer a claim that is repeated as the first time, with the same proof or a new one, and to nobody else',
    },
  ]),
  ...bugsIn(UNCLAIMED, test('wallets'), [
    {
      bug: 'gives what two wallets have sent to the member of one',
      from: '`sources <@ (ARRAY(',
      to: '`sources && (ARRAY(',
      name: 'claim nothing that others have sent with them, until these are their own as well',
    },
    {
      bug: 'gives what names two members to the one who links the wallet',
      from: "const ARE_OF_LINKED = 'cardinality(sources) = 1 AND cardinality(codes) <= 1';",
      to: "const ARE_OF_LINKED = 'cardinality(sources) = 1';",
      name: 'take what they sent before they were linked, but not what names two members',
    },
    {
      bug: 'gives a claimed deposit away once more',
      from: "WHERE ${IS_UNCLAIMED} AND ${condition}\n     ORDER BY signature LIMIT ${MAX_CLAIMED} FOR UPDATE) AND state = 'unclaimed'",
      to: "WHERE state IN ('unclaimed', 'claimed') AND sources @> ARRAY[$2::text] AND ${condition}\n     ORDER BY signature LIMIT ${MAX_CLAIMED} FOR UPDATE)",
      name: 'claim what they sent, once, without being linked',
    },
  ]),
  ...bugsIn(`${SOURCES}/claims/claims.service.ts`, test('wallets'), {
    bug: 'gives what a linked wallet has sent to whoever has its key',
    from: 'if (owner !== null && owner !== memberId)',
    to: 'if (owner !== null && owner < 0)',
    name: 'belong to one member each',
  }),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const PROVED = [
  ...bugsIn(`${SOURCES}/proofs/proofs.service.ts`, test('wallets'), {
    bug: 'believes a text that another wallet has signed',
    from: 'if (!verifyWalletSignature({ address: proof.address, message, signature }))',
    to: 'if (!message)',
    name: 'was signed by another wallet: rejected, and nothing is spent',
  }),
  ...bugsIn(PROOFS, test('wallets'), [
    {
      bug: 'takes a text that was handed out to another member',
      from: "WHERE message_hash = decode($1, 'hex') AND member_id = $2 AND purpose = $3",
      to: "WHERE message_hash = decode($1, 'hex') AND $2::bigint > 0 AND purpose = $3",
      name: 'was handed out to another member: rejected, and nothing is spent',
    },
    {
      bug: 'takes a text for a link as one for a claim',
      from: 'AND member_id = $2 AND purpose = $3',
      to: "AND member_id = $2 AND $3::text <> ''",
      name: 'serves its purpose alone',
    },
    {
      bug: 'takes a text that has run out',
      from: 'AND address = $4 AND expires_at > now()',
      to: 'AND address = $4',
      name: 'runs out',
    },
  ]),
  ...bugsIn(WALLETS, test('wallets'), [
    {
      bug: 'says that a wallet of another member is linked',
      from: "return linked.memberId === memberId ? linked : 'taken';",
      to: 'return linked;',
      name: 'belong to one member each',
    },
    {
      bug: 'unlinks a wallet of another member',
      from: 'tx.delete(WalletEntity, { address, memberId })',
      to: 'tx.delete(WalletEntity, { address })',
      name: 'are linked by a signature, listed and unlinked',
    },
  ]),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
const FOLLOWED = [
  ...bugsIn(`${SOURCES}/deposits/deposits.service.ts`, test('report-deposit'), {
    bug: 'says of the deposit of another member that it was credited',
    from: 'if (outcome.memberId !== memberId) throw',
    to: 'if (outcome.memberId === null) throw',
    name: 'belongs to its member, whoever else reports it first',
  }),
  ...bugsIn(`${SOURCES}/deposits/deposit-settler.ts`, test('ledger-away'), {
    bug: 'says that a deposit was credited which the ledger does not have yet',
    from: "new Set<DepositStatus['state']>(['failed',",
    to: "new Set<DepositStatus['state']>(['judged', 'failed',",
    name: 'a deposit is not called credited before the ledger has it',
  }),
  ...bugsIn(`${SOURCES}/deposits/deposit-queue.queries.ts`, test('chain-faults'), {
    bug: 'lets the cursor rest on what nobody has judged',
    from: "WHERE state <> 'seen' AND NOT ${IS_OUTDATED} ORDER BY place",
    to: 'WHERE NOT ${IS_OUTDATED} ORDER BY place',
    name: 'and the other one, too, list what never was: the cursor never rests on it, and it is forgotten in the end',
  }),
  ...bugsIn(`${SOURCES}/scans/chain-scanner.ts`, test('chain-faults'), {
    bug: 'lets the cursor pass what one endpoint alone has not listed',
    from: 'return candidate.listedBy.size === this.chain.endpoints.length ? candidate.signature : null;',
    to: 'return candidate.signature;',
    name: 'has lost one, and a newer one is judged before the other endpoint was read: the cursor waits for both',
  }),
  ...bugsIn(LEASE, test('scan-lease'), [
    {
      bug: 'does not number those who have the lease',
      from: 'THEN 0 ELSE 1 END',
      to: 'THEN 0 ELSE 0 END',
      name: 'passes to another replica when the one that scans ends, and nothing is left out',
    },
    {
      bug: 'stores a page for a replica that has lost the lease',
      from: 'WHERE name = $1 AND fence = $2 FOR SHARE',
      to: 'WHERE name = $1 AND $2::bigint > 0 FOR SHARE',
      name: 'is stored by nobody who has lost it since',
    },
    {
      bug: 'lets the lease pass on while a page is being stored',
      from: 'WHERE name = $1 AND fence = $2 FOR SHARE',
      to: 'WHERE name = $1 AND fence = $2',
      name: 'is stored before another one takes it',
    },
  ]),
];

/** @type {readonly import('./mutate.mjs').Mutant[]} */
export const WALLET_MUTANTS = [...CLAIMED, ...PROVED, ...FOLLOWED];
