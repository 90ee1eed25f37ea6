import { oldRows } from '@likewell/service-kit/jobs/deletes-old';

/** Deletes drafts that are older than 30 days. */
export const deleteOldDrafts = oldRows('draft', `created_at < now() - interval '30 days'`);
