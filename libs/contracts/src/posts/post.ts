import { z } from 'zod';
import { publicProfile } from '../auth/profile.js';
import { id } from '../core/ids.js';
import { nonNegativeNano } from '../core/money-schema.js';
import { pageOf } from '../core/page.js';

/** Where a text stands with moderation (spec, section 4). */
export const reviewStatus = z.enum(['pending', 'rejected', 'approved']);
export type ReviewStatus = z.output<typeof reviewStatus>;

/** A post as one viewer may see it: the author sees their own newest text, everybody else the published one. */
export const post = z.object({
  id,
  title: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  author: publicProfile,
  likesSumNano: nonNegativeNano,
  reviewStatus,
  /** The text began as a draft that the AI wrote. */
  draftedWithAi: z.boolean().default(false),
});
export type Post = z.output<typeof post>;

export const postPage = pageOf(post);

/** The window of Best, by publishing time. */
export const bestRange = z.enum(['all', 'year', 'month', 'week', 'day']);
export type BestRange = z.output<typeof bestRange>;
