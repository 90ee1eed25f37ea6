import { defineErrors } from './define-errors.js';

/** Errors that any process may raise. */
export const commonErrors = defineErrors({
  INTERNAL: {
    kind: 'internal',
    message: 'Something went wrong on our side. Please try again in a moment.',
  },
  INVALID_INPUT: {
    kind: 'invalid',
    message: 'Something in the request is not right. Check it and try again.',
  },
  INVALID_CURSOR: {
    kind: 'invalid',
    message: 'This page link is no longer valid. Start again from the first page.',
  },
  ACTOR_NOT_VOUCHED: {
    kind: 'forbidden',
    message: 'You may not do this. Sign in again if you think that you may.',
  },
  UNAVAILABLE: {
    kind: 'unavailable',
    message: 'This part of Likewell is not answering right now. Please try again in a moment.',
  },
  DEADLINE_EXCEEDED: {
    kind: 'unavailable',
    message: 'This took too long. Please try again in a moment.',
  },
  PAUSED: {
    kind: 'unavailable',
    message: 'This part of Likewell is paused for a while. Please try again later.',
  },
  RATE_LIMITED: {
    kind: 'rate-limited',
    message: 'That was a lot at once. Please wait a moment and try again.',
  },
  OVERLOADED: {
    kind: 'unavailable',
    message: 'Likewell is very busy right now. Please try again in a moment.',
  },
});
