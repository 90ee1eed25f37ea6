import { defineErrors } from '../core/define-errors.js';

export const postErrors = defineErrors({
  'not-found': {
    POST_NOT_FOUND: 'Post not found',
    REVISION_NOT_FOUND: 'There is no such text in the queue.',
  },
  forbidden: {
    NOT_YOUR_POST: 'Only the author can change this post.',
    OWN_REVISION: 'This is your own post. Another moderator decides about it.',
  },
  conflict: {
    ALREADY_DECIDED: 'Another moderator has decided about this text already.',
    TEXT_CHANGED: 'The author has changed or deleted this text meanwhile. Look at the queue again.',
    CANNOT_FOLLOW_YOURSELF: 'You cannot follow yourself.',
    TOO_MANY_FOLLOWS: 'You follow 5,000 authors already. Unfollow one to follow another.',
  },
});
