import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { DraftsEvents } from './drafts.events.js';
import { deleteUnusedDrafts } from './drafts.queries.js';

const HOUR_MS = 3_600_000;

/** The drafts that exist, so that only a real one is shown as a text's origin. */
@Module({
  providers: [DraftsEvents, deletesOld('DraftsJobs', deleteUnusedDrafts, HOUR_MS)],
})
export class DraftsModule {}
