import { postPublished } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { recordDecision, type NewDecision } from './decisions.js';
import { publishRevision, rejectRevision } from './revisions.js';

/**
 * Carries out what was decided about a waiting text of a locked post, whose author's standing is held, and writes it
 * into the log.
 */
export async function settleRevision(tx: Tx, decision: NewDecision): Promise<void> {
  const { postId, revisionId, authorId, verdict } = decision;
  await recordDecision(tx, decision);
  if (verdict === 'rejected') return rejectRevision(tx, revisionId);
  const version = await publishRevision(tx, postId, revisionId);
  if (version !== null) await recordEvent(tx, postPublished, { postId, authorId, version });
}
