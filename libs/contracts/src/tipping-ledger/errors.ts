import { defineErrors } from '../core/define-errors.js';

export const ledgerErrors = defineErrors({
  unprocessable: {
    INSUFFICIENT_FUNDS: 'You do not have enough LIKE for this tip. Choose a smaller amount.',
    IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another tip. Use a new key for a new tip.',
  },
  conflict: {
    OWN_POST: 'You cannot tip your own post.',
    SIGNATURE_REUSED:
      'This chain transaction was credited before, to another account or with another amount.',
    NOT_UNCLAIMED: 'No unclaimed deposit came with this chain transaction.',
  },
  gone: { MEMBER_LEFT: 'This member has left for good, and can receive nothing.' },
  unavailable: {
    ACCOUNT_NOT_OPEN: 'Your balance is still being set up. Please try again in a moment.',
    AUTHOR_ACCOUNT_NOT_OPEN: "The author's account is still being set up. Please try again in a moment.",
  },
});
