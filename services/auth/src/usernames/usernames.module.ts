import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { deleteReleasedUsernames } from './former-usernames.js';

const HOUR_MS = 3_600_000;

/** The names that members gave up. */
@Module({ providers: [deletesOld('UsernamesJobs', deleteReleasedUsernames, HOUR_MS)] })
export class UsernamesModule {}
