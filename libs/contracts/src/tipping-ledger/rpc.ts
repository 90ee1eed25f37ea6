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
 * Opens a member's account and pays the sign-up bonus, once per member however often it is called. If the
 * treasury is empty, the account opens with a balance of zero and the bonus stays owed; above the day's
 * budgets, per `network`, per `site` around it and in total, it is held back for a later day.
 */
export const openAccount = defineRpc({
  subject: 'rpc.tipping-ledger.open-account',
  callers: ['auth'],
  input: z.object({
    memberId,
    referrerId: memberId.nullable(),
    network: networkHash.optional(),
    site: networkHash.optional(),
  }),
  output: z.object({ balanceNano: nonNegativeNano }),
  timeoutMs: 1500,
});

/**
 * Moves `amountNano` from the payer to the post's author, the holders' pool and the platform or the payer's
 * referrer. The same key with the same post and amount returns the first tip again and moves nothing.
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
 * Closes a post for tips: a tip that comes after the response is rejected. `version` orders it among the
 * events of the post, so neither older events nor the event of this withdrawal change anything.
 */
export const closePost = defineRpc({
  subject: 'rpc.tipping-ledger.close-post',
  callers: ['posts'],
  input: z.object({ postId: id, authorId: memberId, version: z.int().positive() }),
  output: z.object({}),
  timeoutMs: 1000,
});

/** Returns a member's balance; zero for a member whose account is not open yet. */
export const getBalance = defineRpc({
  subject: 'rpc.tipping-ledger.get-balance',
  callers: ['gateway', 'wallet-chain-watcher'],
  actor: 'memberId',
  input: z.object({ memberId }),
  output: z.object({
    balanceNano: nonNegativeNano,
    /** Day (UTC) on which the sign-up bonus is paid, while it is held back (ADR 0115). */
    bonusDueOn: z.iso.date().optional(),
  }),
  timeoutMs: 2000,
});

/** Returns the sum of all tips that a post has received by now; zero if it has none. */
export const getLikesSum = defineRpc({
  subject: 'rpc.tipping-ledger.get-likes-sum',
  input: z.object({ postId: id }),
  output: z.object({ likesSumNano: nonNegativeNano }),
  timeoutMs: 1000,
});

/**
 * Credits the amount that the platform's token account gained in a finalized chain transaction to its member,
 * or to `unclaimed` if `memberId` is null or the member has left for good. Once per signature; a repeated
 * call returns where it went then.
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
    /** Balance of the account that was credited. */
    balanceNano: nonNegativeNano,
    /** True if it went to `unclaimed`, even if it was claimed since. */
    isUnclaimed: z.boolean(),
  }),
  errors: [ledgerErrors.SIGNATURE_REUSED, ledgerErrors.ACCOUNT_NOT_OPEN],
});

/**
 * Moves a deposit from `unclaimed` to the member who has proved that it is theirs, once for good. A repeated
 * call returns the same result. MEMBER_LEFT: it stays unclaimed, since this member can never receive it.
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

/** Returns the sum of all deposits, whoever owns them now; the watcher compares it with its own sum. */
export const getDepositTotals = defineRpc({
  subject: 'rpc.tipping-ledger.get-deposit-totals',
  callers: ['wallet-chain-watcher'],
  input: z.object({}),
  output: z.object({ depositedNano: nano }),
  timeoutMs: 2000,
});

/**
 * Lists a member's changes, newest first. With `kinds` null every kind is listed and the last page ends with
 * an `accrued` line, so that the lines of all pages together sum to the balance that the member had when the
 * first page was read, whatever happens in between.
 */
export const listStatement = defineRpc({
  subject: 'rpc.tipping-ledger.list-statement',
  actor: 'memberId',
  input: z.object({ memberId, kinds: z.array(statementKind).nullable(), cursor: cursor.nullable() }),
  output: statementPage,
  errors: [commonErrors.INVALID_CURSOR],
});

/** Lists all kinds like {@link listStatement}, with more lines a page; for the file with a member's data. */
export const exportStatement = defineRpc({
  subject: 'rpc.tipping-ledger.export-statement',
  callers: ['auth'],
  input: z.object({ memberId, cursor: cursor.nullable() }),
  output: statementPage,
  errors: [commonErrors.INVALID_CURSOR],
  timeoutMs: 5000,
});

/**
 * Sums the tips that a member received for their posts (their own share) and those they sent. Each sum covers
 * the newest lines down to the first one older than seven days by the clock of Postgres, and at most 1,000.
 */
export const getWeekTotals = defineRpc({
  subject: 'rpc.tipping-ledger.get-week-totals',
  actor: 'memberId',
  input: z.object({ memberId }),
  output: weekTotals,
  timeoutMs: 2000,
});

/** Lists the closed epochs of the holders' share, newest first. */
export const listEpochs = defineRpc({
  subject: 'rpc.tipping-ledger.list-epochs',
  input: z.object({ cursor: cursor.nullable() }),
  output: epochPage,
  errors: [commonErrors.INVALID_CURSOR],
});
