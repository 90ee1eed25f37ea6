import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { pageOf } from '../core/page.js';
import { getWeekTotals, listStatement } from '../tipping-ledger/rpc.js';
import { statementKind, statementLine } from '../tipping-ledger/statement.js';
import { watcherErrors } from '../wallet-chain-watcher/errors.js';
import * as watcher from '../wallet-chain-watcher/rpc.js';
import { cursorQuery } from './cursor-query.js';
import { defineRoute } from './define-route.js';
import { author, balance, nanoText } from './user.js';

/** One line of the wallet's history (spec, section 3); `amount` is signed. */
const historyItem = z.object({
  id: z.int().nullable(),
  created_at: z.string(),
  kind: statementLine.shape.kind,
  amount: z.number(),
  amountNano: z.string().regex(/^-?\d+$/),
  post_id: z.int().nullable(),
  /** Title as the member may read it; null if the post is gone, or while titles are unavailable. */
  post_title: z.string().nullable(),
  counterparty: z.int().nullable(),
  /** The member on the other side; null while it cannot be read. */
  counterparty_user: author.nullable(),
  /** The signature of the chain transaction that brought a deposit. */
  tx: z.string().nullable(),
});
export type HistoryItem = z.output<typeof historyItem>;

const KINDS = `all, or some of ${statementKind.options.join(', ')}, with commas between them`;
const CHOOSE_KINDS = `Choose ${KINDS}.`;

const kindsQuery = z
  .string(CHOOSE_KINDS)
  .optional()
  .transform((text) => {
    if (text === undefined || text === '') return ['deposit'];
    return text === 'all' ? null : text.split(',');
  })
  .pipe(z.array(z.enum(statementKind.options, CHOOSE_KINDS), CHOOSE_KINDS).max(10).nullable())
  .describe(`Changes of the balance: ${KINDS}; without it deposits, and withdrawals once there are any`);

export const walletHistory = defineRoute({
  method: 'GET',
  path: '/api/wallet/history',
  summary: "The member's deposits, or with `kinds` every change of the balance, newest first",
  access: 'member',
  limit: 'read',
  query: z.object({ kinds: kindsQuery, cursor: cursorQuery }),
  response: pageOf(historyItem),
  errors: [...listStatement.errors, commonErrors.INVALID_INPUT],
});

/**
 * A sum of the week's tips. If there are very many, only the newest are added up: the sum is then a lower
 * bound, and not `is_exact`.
 */
const weekTotal = z.object({ amount: z.number(), amountNano: nanoText, is_exact: z.boolean() });

export const walletWeek = defineRoute({
  method: 'GET',
  path: '/api/wallet/week',
  summary: 'What tips brought the member, and what they tipped, in the seven days before now',
  access: 'member',
  limit: 'read',
  response: z.object({
    from: z.string(),
    until: z.string(),
    /** The member's own share of the tips for their posts. */
    earned: weekTotal,
    given: weekTotal,
  }),
  errors: getWeekTotals.errors,
});

export const deposit = defineRoute({
  method: 'POST',
  path: '/api/wallet/deposit',
  summary:
    'Waits up to 25 s until a transfer to Likewell is final and credits what it brought. 202 with the balance as it is when that takes longer: it is credited then',
  access: 'member',
  limit: 'deposit',
  body: z.object({
    /** Ignored: the amount is read from the chain. */
    amount: z.unknown().optional(),
    tx: z.string('Send the signature of the transaction.').max(200, watcherErrors.SIGNATURE_INVALID.message),
  }),
  response: z.object({ ...balance, state: z.enum(['credited', 'waiting']) }),
  mayRespondLater: true,
  errors: watcher.reportDeposit.errors,
});

export const walletConfig = defineRoute({
  method: 'GET',
  path: '/api/wallet/config',
  summary: "What a wallet needs to send LIKE to Likewell, and the member's own memo",
  access: 'member',
  limit: 'read',
  response: watcher.getDepositSettings.output,
  errors: watcher.getDepositSettings.errors,
});

const link = z.object({ address: z.string(), linked_at: z.string() });

/** Address in base58, as wallets show it. */
const address = z.string('Send the address of the wallet.').max(100, watcherErrors.WALLET_INVALID.message);

/** A text from `POST /api/wallet/proofs` and the wallet's signature of it. */
const signedProof = z.object({
  address,
  message: z
    .string('Send the text that the wallet has signed.')
    .max(1000, watcherErrors.WALLET_PROOF_REFUSED.message),
  /** Signature in base58. */
  signature: z.string("Send the wallet's signature.").max(200, watcherErrors.WALLET_PROOF_REFUSED.message),
});

export const walletProof = defineRoute({
  method: 'POST',
  path: '/api/wallet/proofs',
  summary:
    'The text that a wallet signs to be linked, or to claim deposits; it works once, within five minutes',
  access: 'member',
  limit: 'write',
  body: z.object({ purpose: z.enum(['link', 'claim'], 'Choose link or claim.'), address }),
  response: z.object({ message: z.string(), expires_at: z.string() }),
  errors: watcher.beginWalletProof.errors,
});

export const walletLinks = defineRoute({
  method: 'GET',
  path: '/api/wallet/links',
  summary: 'The wallets whose transfers to Likewell are the member’s, oldest first',
  access: 'member',
  limit: 'read',
  response: z.object({ items: z.array(link) }),
});

export const linkWallet = defineRoute({
  method: 'POST',
  path: '/api/wallet/links',
  summary: 'Links a wallet that has signed the text for it; unclaimed deposits of it become the member’s',
  access: 'member',
  limit: 'write',
  confirm: true,
  body: signedProof,
  response: link,
  errors: watcher.linkWallet.errors,
});

export const unlinkWallet = defineRoute({
  method: 'DELETE',
  path: '/api/wallet/links/:address',
  summary: 'Unlinks a wallet',
  access: 'member',
  limit: 'write',
  confirm: true,
  params: z.object({ address }),
  response: z.object({}),
  errors: watcher.unlinkWallet.errors,
});

export const claimDeposits = defineRoute({
  method: 'POST',
  path: '/api/wallet/claims',
  summary: 'Claims the unclaimed deposits of a wallet that has signed the text for it',
  access: 'member',
  limit: 'write',
  body: signedProof,
  response: z.object({
    claimed: z.int(),
    amount: z.number(),
    amountNano: nanoText,
    tokens: balance.tokens
      .nullable()
      .describe(
        'The balance afterwards; null while it is not available, and the claim reaches it a little later',
      ),
    tokensNano: balance.tokensNano.nullable(),
  }),
  errors: watcher.claimDeposits.errors,
});
