import { Module } from '@nestjs/common';
import { UsernamesJobs } from './usernames.jobs.js';
import { UsernamesService } from './usernames.service.js';

/** What a username may be, and the names that members gave up. */
@Module({ providers: [UsernamesService, UsernamesJobs], exports: [UsernamesService] })
export class UsernamesModule {}
