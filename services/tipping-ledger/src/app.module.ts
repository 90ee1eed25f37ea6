import { EVENTS } from '@likewell/contracts/bus/access';
import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { AuditModule } from './audit/audit.module.js';
import { ledgerConfig, type LedgerConfig } from './config.js';
import { DepositsModule } from './deposits/deposits.module.js';
import { EpochsModule } from './epochs/epochs.module.js';
import { PostsModule } from './posts/posts.module.js';
import { StatementsModule } from './statements/statements.module.js';
import { TipsModule } from './tips/tips.module.js';

@Module({
  imports: [
    AccountsModule,
    TipsModule,
    PostsModule,
    DepositsModule,
    EpochsModule,
    StatementsModule,
    AuditModule,
  ],
})
class LedgerAppModule {}

export const ledgerService: ServiceDefinition<LedgerConfig> = {
  name: 'tipping-ledger',
  config: ledgerConfig,
  module: LedgerAppModule,
  keepsBus: EVENTS,
};
