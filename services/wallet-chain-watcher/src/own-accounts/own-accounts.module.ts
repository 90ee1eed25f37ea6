import { Module } from '@nestjs/common';
import { SolanaModule } from '../solana/solana.module.js';
import { LikeMint } from './like-mint.js';
import { OwnAccountsService } from './own-accounts.service.js';

/** Which token accounts are ours, and the mint whose they are. */
@Module({
  imports: [SolanaModule],
  providers: [OwnAccountsService, LikeMint],
  exports: [OwnAccountsService, LikeMint],
})
export class OwnAccountsModule {}
