import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorsModule } from '../authors/authors.module.js';
import { DeparturesModule } from '../departures/departures.module.js';
import { ModerationProvider } from '../moderation-provider/moderation-provider.js';
import { PostsModule } from '../posts/posts.module.js';
import { AutomaticReviewService } from './automatic-review.service.js';
import { BlockedWordsFile } from './blocked-words-file.js';
import { eraseOldNotes } from './decisions.queries.js';
import { DecisionsService } from './decisions.service.js';
import { ModerationDecision } from './moderation-decision.entity.js';
import { ModerationController } from './moderation.controller.js';
import { ModerationEvents } from './moderation.events.js';
import { ModerationJobs } from './moderation.jobs.js';
import { ModerationService } from './moderation.service.js';
import { PostponedChecksJobs } from './postponed-checks.jobs.js';

const HOUR_MS = 3_600_000;

@Module({
  imports: [TypeOrmModule.forFeature([ModerationDecision]), AuthorsModule, DeparturesModule, PostsModule],
  controllers: [ModerationController],
  providers: [
    ModerationService,
    DecisionsService,
    AutomaticReviewService,
    BlockedWordsFile,
    ModerationProvider,
    ModerationEvents,
    ModerationJobs,
    PostponedChecksJobs,
    deletesOld('NotesJobs', eraseOldNotes, HOUR_MS),
  ],
})
export class ModerationModule {}
