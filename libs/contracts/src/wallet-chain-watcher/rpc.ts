import { z } from 'zod';
import { authErrors } from '../auth/errors.js';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { memberId } from '../core/ids.js';
import { nonNegativeNano } from '../core/money-schema.js';
import { watcherErrors } from './errors.js';

/** An address on Solana in base58, before it is validated. */
const address = z.string().max(100);

/** A text that the watcher issued, and the wallet's signature of it in base58. */
const signedProof = { address, message: z.string().max(1000), signature: z.string().max(200) };

/** A wallet that is linked to a member: its deposits are theirs. */
const wallet = z.object({ address: z.string(), linkedAt: z.iso.datetime() });

/** A wallet that is not linked to a member any more, or not yet. */
const unlinkedWallet = z.object({ address: z.string(), at: z.iso.datetime(), isTaken: z.boolean() });

/** What a claim of a wallet's deposits gave a member. */
const claim = z.object({
  address: z.string(),
  at: z.iso.datetime(),
  claimed: z.int().nonnegative(),
  claimedNano: nonNegativeNano,
});

const proofErrors = [
  watcherErrors.WALLET_INVALID,
  watcherErrors.WALLET_PROOF_REFUSED,
  watcherErrors.WALLET_OF_ANOTHER_MEMBER,
];

/**
 * Waits until the chain transaction of this signature (base58) is finalized, at most 25 s, and credits its
 * amount, once and only to its owner. `waiting`: it takes longer, or the process stops; the scanner completes
 * it. A repeated report of an own deposit returns the first result. Unknown to the chain for 5 s:
 * DEPOSIT_NOT_FOUND. While operators have paused deposits: PAUSED; the scanner finds it nevertheless, and it
 * is credited when they resume. UNAVAILABLE from a watcher that has not verified the mint.
 */
export const reportDeposit = defineRpc({
  subject: 'rpc.wallet-chain-watcher.report-deposit',
  actor: 'memberId',
  input: z.object({ memberId, signature: z.string().max(200) }),
  output: z.object({ state: z.enum(['credited', 'waiting']), balanceNano: nonNegativeNano }),
  errors: [
    watcherErrors.SIGNATURE_INVALID,
    watcherErrors.DEPOSIT_NOT_FOUND,
    watcherErrors.DEPOSIT_FAILED,
    watcherErrors.NOTHING_RECEIVED,
    watcherErrors.DEPOSIT_OF_ANOTHER_MEMBER,
    watcherErrors.DEPOSIT_UNCLAIMED,
    commonErrors.PAUSED,
    commonErrors.OVERLOADED,
  ],
  timeoutMs: 29_000,
});

/**
 * Returns what a wallet needs to send LIKE to Likewell as this member: the recipient, the token, and their
 * memo. PAUSED while operators have paused deposits, so that nothing is sent that would have to wait;
 * UNAVAILABLE from a watcher that has not verified the mint.
 */
export const getDepositSettings = defineRpc({
  subject: 'rpc.wallet-chain-watcher.get-deposit-settings',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({
    mint: z.string(),
    /** The token program of the mint. */
    tokenProgram: z.string(),
    receivingWallet: z.string(),
    decimals: z.int(),
    /** URL of the chain's JSON-RPC for browsers. */
    rpcUrl: z.string(),
    /** `likewell:{deposit_code}`; a transfer with this memo is the member's. */
    memo: z.string(),
  }),
  errors: [commonErrors.PAUSED],
});

/** Lists the member's wallets, oldest first. */
export const listWallets = defineRpc({
  subject: 'rpc.wallet-chain-watcher.list-wallets',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ items: z.array(wallet) }),
});

/**
 * Returns a member's wallets, and the memo of their deposits if they have one; for the file with a member's
 * data. `unlinked` are the last thousand that they have unlinked, or signed in with while somebody else had
 * linked them (`isTaken`), as far as they are remembered; versions of before 2026-11-29 do not tell them.
 * `claims` are their last thousand; versions of before 2026-11-30 do not tell them.
 */
export const exportWallets = defineRpc({
  subject: 'rpc.wallet-chain-watcher.export-wallets',
  callers: ['auth'],
  input: z.object({ memberId }),
  output: z.object({
    items: z.array(wallet),
    unlinked: z.array(unlinkedWallet).optional(),
    claims: z.array(claim).optional(),
    memo: z.string().nullable(),
  }),
});

/**
 * Issues the text that a wallet signs to be linked, or to claim deposits. It is valid for five minutes and
 * works once, only for this member, wallet and purpose; it cannot be used to sign in.
 */
export const beginWalletProof = defineRpc({
  subject: 'rpc.wallet-chain-watcher.begin-wallet-proof',
  actor: 'memberId',
  input: z.object({ memberId, purpose: z.enum(['link', 'claim']), address }),
  output: z.object({ message: z.string(), expiresAt: z.iso.datetime() }),
  errors: [watcherErrors.WALLET_INVALID, authErrors.MEMBER_NOT_FOUND],
});

/** Links a wallet to the member. Unclaimed deposits that it sent before become theirs. */
export const linkWallet = defineRpc({
  subject: 'rpc.wallet-chain-watcher.link-wallet',
  actor: 'memberId',
  input: z.object({ memberId, ...signedProof }),
  output: wallet,
  errors: [...proofErrors, watcherErrors.TOO_MANY_WALLETS],
});

/** Unlinks a wallet; later deposits from it need the memo. */
export const unlinkWallet = defineRpc({
  subject: 'rpc.wallet-chain-watcher.unlink-wallet',
  actor: 'memberId',
  input: z.object({ memberId, address }),
  output: z.object({}),
  errors: [watcherErrors.WALLET_NOT_LINKED],
});

/**
 * Gives the member, for good, up to 500 of the unclaimed deposits that this wallet (with other wallets of the
 * member's) has sent. A repeated call returns the first result, and so does one with a new proof as long as
 * nothing else is unclaimed. `balanceNano` is null while the ledger is unavailable: the claim is valid, and
 * reaches the balance a little later. While operators have paused deposits: PAUSED, and the proof may be used
 * afterwards.
 */
export const claimDeposits = defineRpc({
  subject: 'rpc.wallet-chain-watcher.claim-deposits',
  actor: 'memberId',
  input: z.object({ memberId, ...signedProof }),
  output: z.object({
    claimed: z.int().nonnegative(),
    claimedNano: nonNegativeNano,
    balanceNano: nonNegativeNano.nullable(),
  }),
  errors: [...proofErrors, watcherErrors.NOTHING_TO_CLAIM, commonErrors.PAUSED],
  timeoutMs: 10_000,
});
