import { defineErrors } from './define-errors.js';

/** Errors that any process may raise. */
export const commonErrors = defineErrors({
  internal: { INTERNAL: 'Something went wrong on our side. Please try again in a moment.' },
  invalid: {
    INVALID_INPUT: 'Something in the request is not right. Check it and try again.',
    INVALID_CURSOR: 'This page link is no longer valid. Start again from the first page.',
  },
  forbidden: { ACTOR_NOT_VOUCHED: 'You may not do this. Log in again if you think that you may.' },
  unavailable: {
    UNAVAILABLE: 'This part of Likewell is not answering right now. Please try again in a moment.',
    DEADLINE_EXCEEDED: 'This took too long. Please try again in a moment.',
    PAUSED: 'This part of Likewell is paused for a while. Please try again later.',
    OVERLOADED: 'Likewell is very busy right now. Please try again in a moment.',
  },
  'rate-limited': { RATE_LIMITED: 'That was a lot at once. Please wait a moment and try again.' },
});
