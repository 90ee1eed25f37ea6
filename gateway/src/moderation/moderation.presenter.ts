import type { Decision as DecisionView, QueueItem } from '@likewell/contracts/gateway/moderation';
import type { Decision, QueuedRevision } from '@likewell/contracts/posts/moderation';
import { authorView } from '../users/users.presenter.js';

/** A text that waits for moderation, with what is known of its author. */
export function queueView({ author, history, ...revision }: QueuedRevision): QueueItem {
  return {
    revision_id: revision.revisionId,
    post_id: revision.postId,
    title: revision.title,
    body: revision.body,
    submitted_at: revision.submittedAt,
    is_edit: revision.isEdit,
    reasons: revision.reasons,
    author: {
      ...authorView(author),
      approved_before: history.approved,
      rejected_before: history.rejected,
    },
  };
}

/** An entry in the log of decisions. */
export function decisionView({ author, moderator, ...decision }: Decision): DecisionView {
  return {
    id: decision.id,
    revision_id: decision.revisionId,
    post_id: decision.postId,
    title: decision.title,
    author: authorView(author),
    moderator: moderator && authorView(moderator),
    verdict: decision.verdict,
    reasons: decision.reasons,
    note: decision.note,
    decided_at: decision.decidedAt,
  };
}
