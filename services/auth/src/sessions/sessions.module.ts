import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ListedSessionsController } from './listed-sessions.controller.js';
import { ListedSessionsService } from './listed-sessions.service.js';
import { SessionCache } from './session-cache.js';
import { SessionStarter } from './session-starter.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsJobs } from './sessions.jobs.js';
import { SessionsService } from './sessions.service.js';
import { Session } from './session.entity.js';

/** Sessions: rows in Postgres, the gateway's cache in Redis, and each member's list of theirs. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Session])],
  controllers: [SessionsController, ListedSessionsController],
  providers: [SessionsService, SessionStarter, SessionCache, SessionsJobs, ListedSessionsService],
  exports: [SessionsService, SessionStarter],
})
export class SessionsModule {}
