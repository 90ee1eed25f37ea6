import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { ledgerConfig } from './config.js';
import { ClosePostOnPostWithdrawn } from './handlers/close-post.on-post-withdrawn.js';
import { CreateTipHandler } from './handlers/create-tip.rpc.js';
import { GetBalanceHandler } from './handlers/get-balance.rpc.js';
import { GetLikesSumHandler } from './handlers/get-likes-sum.rpc.js';
import { OpenAccountOnMemberRegistered } from './handlers/open-account.on-member-registered.js';
import { OpenAccountHandler } from './handlers/open-account.rpc.js';
import { OpenPostOnPostPublished } from './handlers/open-post.on-post-published.js';
import { PayOwedBonusesCron } from './handlers/pay-owed-bonuses.cron.js';
import { TipSettler } from './storage/tip-settler.js';

@Module({
  controllers: [
    OpenAccountHandler,
    CreateTipHandler,
    GetBalanceHandler,
    GetLikesSumHandler,
    OpenAccountOnMemberRegistered,
    OpenPostOnPostPublished,
    ClosePostOnPostWithdrawn,
    PayOwedBonusesCron,
  ],
  providers: [TipSettler],
})
class LedgerModule {}

export const ledgerService: ServiceDefinition = {
  name: 'tipping-ledger',
  config: ledgerConfig,
  module: LedgerModule,
};
