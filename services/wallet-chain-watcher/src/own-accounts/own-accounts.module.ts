import { Module } from '@nestjs/common';
import { SolanaModule } from '../solana/solana.module.js';
import { LikeMint } from './like-mint.js';
import { OwnAccountsJobs } from './own-accounts.jobs.js';
import { OwnAccountsService } from './own-accounts.service.js';

/** The list of our token accounts, and their mint. */
@Module({
  imports: [SolanaModule],
  providers: [OwnAccountsService, LikeMint, OwnAccountsJobs],
  exports: [OwnAccountsService, LikeMint],
})
export class OwnAccountsModule {}
