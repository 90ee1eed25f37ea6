import { defineErrors } from '../core/define-errors.js';

export const postErrors = defineErrors({
  POST_NOT_FOUND: { kind: 'not-found', message: 'Post not found' },
  NOT_YOUR_POST: { kind: 'forbidden', message: 'Only the author can change this post.' },
  REVISION_NOT_FOUND: { kind: 'not-found', message: 'There is no such text in the queue.' },
  OWN_REVISION: { kind: 'forbidden', message: 'This is your own post. Another moderator decides about it.' },
  ALREADY_DECIDED: { kind: 'conflict', message: 'Another moderator has decided about this text already.' },
  TEXT_CHANGED: {
    kind: 'conflict',
    message: 'The author has changed or deleted this text meanwhile. Look at the queue again.',
  },
  CANNOT_FOLLOW_YOURSELF: { kind: 'conflict', message: 'You cannot follow yourself.' },
  TOO_MANY_FOLLOWS: {
    kind: 'conflict',
    message: 'You follow 5,000 authors already. Unfollow one to follow another.',
  },
});
