import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionCache } from './session-cache.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsJobs } from './sessions.jobs.js';
import { SessionsService } from './sessions.service.js';
import { Session } from './session.entity.js';

/** Who is signed in: rows in Postgres, and the gateway's fast path in Redis. */
@Module({
  imports: [TypeOrmModule.forFeature([Session])],
  controllers: [SessionsController],
  providers: [SessionsService, SessionCache, SessionsJobs],
  exports: [SessionsService, SessionCache],
})
export class SessionsModule {}
