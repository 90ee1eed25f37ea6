import { defineErrors } from '../core/define-errors.js';

export const ledgerErrors = defineErrors({
  INSUFFICIENT_FUNDS: {
    kind: 'unprocessable',
    message: 'You do not have enough LIKE for this tip. Choose a smaller amount.',
  },
  OWN_POST: { kind: 'conflict', message: 'You cannot tip your own post.' },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'unprocessable',
    message: 'This Idempotency-Key was used for another tip. Use a new key for a new tip.',
  },
  SIGNATURE_REUSED: {
    kind: 'conflict',
    message: 'This chain transaction was credited before, to another account or with another amount.',
  },
  NOT_UNCLAIMED: { kind: 'conflict', message: 'No unclaimed deposit came with this chain transaction.' },
  MEMBER_LEFT: { kind: 'gone', message: 'This member has left for good, and can receive nothing.' },
  ACCOUNT_NOT_OPEN: {
    kind: 'unavailable',
    message: 'Your balance is still being set up. Please try again in a moment.',
  },
  AUTHOR_ACCOUNT_NOT_OPEN: {
    kind: 'unavailable',
    message: "The author's account is still being set up. Please try again in a moment.",
  },
});
