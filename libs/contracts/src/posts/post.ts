import { z } from 'zod';
import { publicProfile } from '../auth/profile.js';
import { id } from '../core/ids.js';
import { nonNegativeNano } from '../core/money-schema.js';
import { pageOf } from '../core/page.js';

/** State of a text in moderation (spec, section 4). */
export const reviewStatus = z.enum(['pending', 'rejected', 'approved']);

/** A post as one viewer may see it: the author sees their own newest text, everybody else the published one. */
export const post = z.object({
  id,
  title: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  author: publicProfile,
  likesSumNano: nonNegativeNano,
  reviewStatus,
  /** False while only the author, and moderators, may read the post. Earlier releases do not send it. */
  isPublic: z.boolean().default(true),
  /** True if the text began as a draft written by the AI. */
  draftedWithAi: z.boolean(),
});
export type Post = z.output<typeof post>;

export const postPage = pageOf(post);

/** The window of Best, by publishing time. */
export const bestRange = z.enum(['all', 'year', 'month', 'week', 'day']);
export type BestRange = z.output<typeof bestRange>;
