import { Module } from '@nestjs/common';
import { LedgerLockModule } from '../ledger-lock/ledger-lock.module.js';
import { PostsModule } from '../posts/posts.module.js';
import { TipSettler } from './tip-settler.js';
import { TipsController } from './tips.controller.js';
import { TipsJobs } from './tips.jobs.js';
import { TipsService } from './tips.service.js';

/** Tips, settled in batches. */
@Module({
  imports: [LedgerLockModule, PostsModule],
  controllers: [TipsController],
  providers: [TipsService, TipsJobs, TipSettler],
})
export class TipsModule {}
