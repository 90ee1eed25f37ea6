import { z } from 'zod';
import { pageOf } from '../core/page.js';
import { decidedBy, judgement, verdict } from '../posts/moderation.js';
import * as posts from '../posts/rpc.js';
import { cursorQuery } from './cursor-query.js';
import { defineRoute } from './define-route.js';
import { idParam } from './id-param.js';
import { author } from './user.js';

const count = z.int().nonnegative();

/** A text that waits for a moderator; `reasons` are codes of the automatic check, and counts stop at 100. */
const queueItem = z.object({
  revision_id: z.int(),
  post_id: z.int(),
  title: z.string(),
  body: z.string(),
  submitted_at: z.string(),
  is_edit: z.boolean(),
  reasons: z.array(z.string()),
  author: author.extend({ approved_before: count, rejected_before: count }),
});
export type QueueItem = z.output<typeof queueItem>;

/** A line of the log; `moderator` is null where the automatic check decided. */
const decision = z.object({
  id: z.int(),
  revision_id: z.int(),
  post_id: z.int(),
  title: z.string(),
  author,
  moderator: author.nullable(),
  verdict,
  reasons: z.array(z.string()),
  note: z.string().nullable(),
  decided_at: z.string(),
});
export type Decision = z.output<typeof decision>;

export const reviewQueue = defineRoute({
  method: 'GET',
  path: '/api/moderation/queue',
  summary: 'The texts that wait for a moderator, oldest first, without the own ones',
  access: 'moderator',
  limit: 'read',
  query: z.object({ cursor: cursorQuery }),
  response: pageOf(queueItem),
  errors: posts.listReviewQueue.errors,
});

export const decide = defineRoute({
  method: 'POST',
  path: '/api/moderation/revisions/:id/decision',
  summary: 'Approves or rejects a text that waits; the first decision stands',
  access: 'moderator',
  limit: 'write',
  params: z.object({ id: idParam('This is no number of a text.') }),
  body: judgement,
  response: decision,
  errors: posts.decideRevision.errors,
});

export const decisions = defineRoute({
  method: 'GET',
  path: '/api/moderation/decisions',
  summary: 'The log of decisions, newest first: of moderators, or of the automatic check',
  access: 'moderator',
  limit: 'read',
  query: z.object({
    by: z.enum(decidedBy.options, 'Choose "moderators" or "check".').default('moderators'),
    cursor: cursorQuery,
  }),
  response: pageOf(decision),
  errors: posts.listDecisions.errors,
});
