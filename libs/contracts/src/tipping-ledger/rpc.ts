import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { defineRpc } from '../core/define-rpc.js';
import { id, memberId, uuid } from '../core/ids.js';
import { networkHash } from '../core/network-hash.js';
import { nano, nonNegativeNano, positiveNano } from '../core/money-schema.js';
import { cursor } from '../core/page.js';
import { postErrors } from '../posts/errors.js';
import { ledgerErrors } from './errors.js';
import { epochPage, statementKind, statementPage, weekTotals } from './statement.js';

/**
 * Opens a member's account and pays the sign-up bonus, once per member however often it is asked.
 * With the treasury empty the account opens at nothing and the bonus stays owed; beyond the day's budgets, of `network`
 * and of all, it is held back for a later day.
 */
export const openAccount = defineRpc({
  subject: 'rpc.tipping-ledger.open-account',
  callers: ['auth'],
  input: z.object({ memberId, referrerId: memberId.nullable(), network: networkHash.optional() }),
  output: z.object({ balanceNano: nonNegativeNano }),
  timeoutMs: 1500,
});

/**
 * Moves `amountNano` from the payer to the post's author, the holders' pool and the platform or the
 * payer's referrer. The same key with the same post and amount gives the first tip again and moves nothing.
 */
export const createTip = defineRpc({
  subject: 'rpc.tipping-ledger.create-tip',
  actor: 'payerId',
  input: z.object({ idempotencyKey: uuid, payerId: memberId, postId: id, amountNano: positiveNano }),
  output: z.object({ tipId: id, balanceNano: nonNegativeNano, likesSumNano: nonNegativeNano }),
  errors: [
    postErrors.POST_NOT_FOUND,
    ledgerErrors.OWN_POST,
    ledgerErrors.INSUFFICIENT_FUNDS,
    ledgerErrors.IDEMPOTENCY_KEY_REUSED,
    ledgerErrors.ACCOUNT_NOT_OPEN,
    ledgerErrors.AUTHOR_ACCOUNT_NOT_OPEN,
    commonErrors.PAUSED,
  ],
});

/**
 * Closes a post for tips: one that comes after the response is rejected. `version` orders it among the events of the post,
 * so neither older news nor the event of this same withdrawal changes anything.
 */
export const closePost = defineRpc({
  subject: 'rpc.tipping-ledger.close-post',
  callers: ['posts'],
  input: z.object({ postId: id, authorId: memberId, version: z.int().positive() }),
  output: z.object({}),
  timeoutMs: 1000,
});

/** A member's balance; nothing for a member whose account is not open yet. */
export const getBalance = defineRpc({
  subject: 'rpc.tipping-ledger.get-balance',
  callers: ['gateway', 'wallet-chain-watcher'],
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({ balanceNano: nonNegativeNano }),
  timeoutMs: 2000,
});

/** All tips a post received, as of this moment; nothing for a post that never received any. */
export const getLikesSum = defineRpc({
  subject: 'rpc.tipping-ledger.get-likes-sum',
  input: z.object({ postId: id }),
  output: z.object({ likesSumNano: nonNegativeNano }),
  timeoutMs: 1000,
});

/**
 * Credits what the platform's token account gained in a finalized chain transaction: to its member, or to `unclaimed` with
 * `memberId` null or when the member has left for good. Once per signature; the same call again says where it went then.
 */
export const creditDeposit = defineRpc({
  subject: 'rpc.tipping-ledger.credit-deposit',
  callers: ['wallet-chain-watcher'],
  input: z.object({
    signature: z.string().min(1).max(100),
    memberId: memberId.nullable(),
    amountNano: positiveNano,
  }),
  output: z.object({
    credited: z.boolean(),
    /** Of the account that it went to. */
    balanceNano: nonNegativeNano,
    /** It went to `unclaimed`, whoever has claimed it since; the version before does not say it. */
    isUnclaimed: z.boolean().default(false),
  }),
  errors: [ledgerErrors.SIGNATURE_REUSED, ledgerErrors.ACCOUNT_NOT_OPEN],
});

/**
 * Moves a deposit from `unclaimed` to the member who has proved that it is theirs, once for good. The same call again
 * answers the same. MEMBER_LEFT: it stays unclaimed, since this member can never receive it.
 */
export const claimDeposit = defineRpc({
  subject: 'rpc.tipping-ledger.claim-deposit',
  callers: ['wallet-chain-watcher'],
  input: z.object({ signature: z.string().min(1).max(100), memberId }),
  output: z.object({ claimed: z.boolean(), balanceNano: nonNegativeNano }),
  errors: [
    ledgerErrors.SIGNATURE_REUSED,
    ledgerErrors.NOT_UNCLAIMED,
    ledgerErrors.MEMBER_LEFT,
    ledgerErrors.ACCOUNT_NOT_OPEN,
  ],
});

/** What all deposits together brought, whoever owns them now; the watcher compares it with what it has found. */
export const getDepositTotals = defineRpc({
  subject: 'rpc.tipping-ledger.get-deposit-totals',
  callers: ['wallet-chain-watcher'],
  input: z.object({}),
  output: z.object({ depositedNano: nano }),
  timeoutMs: 2000,
});

/**
 * A member's changes, newest first. With `kinds` null every kind is listed and the last page ends with an
 * `accrued` line, so that the lines of all pages together sum to the balance that the member had when the first page
 * was read, whatever happens in between.
 */
export const listStatement = defineRpc({
  subject: 'rpc.tipping-ledger.list-statement',
  actor: 'memberId',
  input: z.object({ memberId, kinds: z.array(statementKind).nullable(), cursor: cursor.nullable() }),
  output: statementPage,
  errors: [commonErrors.INVALID_CURSOR],
});

/** {@link listStatement} of all kinds, with more lines a page; for the file with a member's data. */
export const exportStatement = defineRpc({
  subject: 'rpc.tipping-ledger.export-statement',
  callers: ['auth'],
  input: z.object({ memberId, cursor: cursor.nullable() }),
  output: statementPage,
  errors: [commonErrors.INVALID_CURSOR],
  timeoutMs: 5000,
});

/**
 * What a member received by tips for their posts (their own part) and what they tipped: of the newest lines of each down to
 * the first one that is older than seven days before this moment, by the clock of Postgres, and of at most 1,000.
 */
export const getWeekTotals = defineRpc({
  subject: 'rpc.tipping-ledger.get-week-totals',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: weekTotals,
  timeoutMs: 2000,
});

/** The closed epochs of the holders' share, newest first. */
export const listEpochs = defineRpc({
  subject: 'rpc.tipping-ledger.list-epochs',
  input: z.object({ cursor: cursor.nullable() }),
  output: epochPage,
  errors: [commonErrors.INVALID_CURSOR],
});
