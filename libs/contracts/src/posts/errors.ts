import { defineErrors } from '../kernel/define-errors.js';

export const postErrors = defineErrors({
  POST_NOT_FOUND: { kind: 'not-found', message: 'Post not found' },
  NOT_YOUR_POST: { kind: 'forbidden', message: 'Only the author can change this post.' },
});
