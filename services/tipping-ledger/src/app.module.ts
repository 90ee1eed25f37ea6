import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { ledgerConfig, type LedgerConfig } from './config.js';
import { AuditLedgerCron } from './handlers/audit-ledger.cron.js';
import { ClaimDepositHandler } from './handlers/claim-deposit.rpc.js';
import { CloseEpochCron } from './handlers/close-epoch.cron.js';
import { ClosePostOnPostWithdrawn } from './handlers/close-post.on-post-withdrawn.js';
import { CreateTipHandler } from './handlers/create-tip.rpc.js';
import { CreditDepositHandler } from './handlers/credit-deposit.rpc.js';
import { GetBalanceHandler } from './handlers/get-balance.rpc.js';
import { GetLikesSumHandler } from './handlers/get-likes-sum.rpc.js';
import { ListEpochsHandler } from './handlers/list-epochs.rpc.js';
import { ListStatementHandler } from './handlers/list-statement.rpc.js';
import { OpenAccountOnMemberRegistered } from './handlers/open-account.on-member-registered.js';
import { OpenAccountHandler } from './handlers/open-account.rpc.js';
import { OpenPostOnPostPublished } from './handlers/open-post.on-post-published.js';
import { PayOwedBonusesCron } from './handlers/pay-owed-bonuses.cron.js';
import { ShowLedgerCron } from './handlers/show-ledger.cron.js';
import { Cursors } from './storage/cursors.js';
import { SettlerMetrics } from './storage/settler-metrics.js';
import { TipSettler } from './storage/tip-settler.js';

@Module({
  controllers: [
    OpenAccountHandler,
    CreateTipHandler,
    CreditDepositHandler,
    ClaimDepositHandler,
    GetBalanceHandler,
    GetLikesSumHandler,
    ListStatementHandler,
    ListEpochsHandler,
    OpenAccountOnMemberRegistered,
    OpenPostOnPostPublished,
    ClosePostOnPostWithdrawn,
    PayOwedBonusesCron,
    CloseEpochCron,
    AuditLedgerCron,
    ShowLedgerCron,
  ],
  providers: [TipSettler, SettlerMetrics, Cursors],
})
class LedgerModule {}

export const ledgerService: ServiceDefinition<LedgerConfig> = {
  name: 'tipping-ledger',
  config: ledgerConfig,
  module: LedgerModule,
};
