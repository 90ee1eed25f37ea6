import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { deleteReleasedUsernames } from './former-usernames.queries.js';
import { UsernamesService } from './usernames.service.js';

const HOUR_MS = 3_600_000;

/** The rules of usernames, and the names that members gave up. */
@Module({
  providers: [UsernamesService, deletesOld('UsernamesJobs', deleteReleasedUsernames, HOUR_MS)],
  exports: [UsernamesService],
})
export class UsernamesModule {}
