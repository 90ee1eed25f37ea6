import { z } from 'zod';
import { publicProfile } from '../auth/profile.js';
import { id } from '../core/ids.js';
import { pageOf } from '../core/page.js';
import { moderatorNote } from './text.js';

/** Reason why a moderator rejects a text. */
export const rejectionReason = z.enum(
  ['spam', 'scam', 'abuse', 'sexual', 'violence', 'illegal', 'other'],
  'Choose a reason from the list.',
);

/** A moderator's decision about a text: a rejection has a reason, and either may have a note for the log. */
export const judgement = z.discriminatedUnion(
  'verdict',
  [
    z.object({ verdict: z.literal('approve'), note: moderatorNote }),
    z.object({ verdict: z.literal('reject'), reason: rejectionReason, note: moderatorNote }),
  ],
  'Say whether you approve or reject.',
);
export type Judgement = z.output<typeof judgement>;

/** Result of the decision about a text. */
export const verdict = z.enum(['approved', 'rejected']);

/** Number of an author's earlier texts that were approved and rejected; counting stops at 100. */
const reviewHistory = z.object({ approved: z.int().nonnegative(), rejected: z.int().nonnegative() });

/** A text that waits for a moderator, as readers would see it. `reasons` are the codes of the automatic check. */
export const queuedRevision = z.object({
  revisionId: id,
  postId: id,
  title: z.string(),
  body: z.string(),
  submittedAt: z.iso.datetime(),
  /** True when an earlier text of the post is public; it stays public until this one is approved. */
  isEdit: z.boolean(),
  reasons: z.array(z.string()),
  author: publicProfile,
  history: reviewHistory,
});
export type QueuedRevision = z.output<typeof queuedRevision>;
export const queuePage = pageOf(queuedRevision);

/** A line of the log of decisions. `moderator` is null where the automatic check decided. */
export const decision = z.object({
  id,
  revisionId: id,
  postId: id,
  title: z.string(),
  author: publicProfile,
  moderator: publicProfile.nullable(),
  verdict,
  reasons: z.array(z.string()),
  note: z.string().nullable(),
  decidedAt: z.iso.datetime(),
});
export type Decision = z.output<typeof decision>;
export const decisionPage = pageOf(decision);

/** Selects the decisions on a page of the log by who made them. */
export const decidedBy = z.enum(['moderators', 'check']);
export type DecidedBy = z.output<typeof decidedBy>;
