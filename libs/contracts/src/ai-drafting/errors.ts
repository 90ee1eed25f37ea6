import { defineErrors } from '../core/define-errors.js';

/** One code for each way in which drafting fails. */
export const aiDraftingErrors = defineErrors({
  'not-set-up': {
    AI_NOT_SET_UP: 'Drafting with AI is not set up here. Please write your post yourself.',
  },
  unavailable: {
    AI_BUDGET_USED_UP: "Today's drafts are used up. Please come back tomorrow, or write your post yourself.",
    AI_BUSY: 'Many people are drafting right now. Please try again in a moment.',
    AI_PROVIDER_BUSY: 'The AI has too much to do right now. Please try again in a minute.',
    AI_TIMED_OUT: 'The AI took too long. Please try again, perhaps with a shorter request.',
    AI_UNAVAILABLE: 'The AI is not answering right now. Please try again in a moment.',
    AI_RESTING: 'The AI has failed several times, so drafting is paused for a moment. Please try again soon.',
    AI_UNREADABLE: 'The AI answered something that cannot be read. Please try again.',
  },
  unprocessable: {
    AI_REFUSED: 'The AI does not want to write about this. Please ask for something else.',
    AI_TOO_LONG: 'The draft became too long. Please ask for something shorter.',
    AI_UNSUITABLE: 'The AI wrote something that cannot be a post. Please ask in other words.',
  },
});
