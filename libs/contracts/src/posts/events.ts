import { z } from 'zod';
import { defineEvent } from '../core/define-event.js';
import { id, memberId } from '../core/ids.js';

/** Both facts carry the post's version, so that a consumer that receives them late or twice knows which is newer. */
const publicity = z.object({ postId: id, authorId: memberId, version: z.int().positive() });

/** A post, or a new text of it, became public and may be tipped. */
export const postPublished = defineEvent({
  subject: 'event.posts.post-published',
  readers: ['tipping-ledger'],
  data: publicity,
});

/**
 * A post is no longer public and takes no more tips: it was deleted, alone or with its author's account, its
 * author was suspended, or a check that came late hid its text. The event does not say which; only a deleted
 * post is never published again.
 */
export const postWithdrawn = defineEvent({
  subject: 'event.posts.post-withdrawn',
  readers: ['tipping-ledger'],
  data: publicity,
});

/** A text waits for its review. */
export const revisionSubmitted = defineEvent({
  subject: 'event.posts.revision-submitted',
  readers: ['posts'],
  data: z.object({ postId: id, revisionId: id }),
});
