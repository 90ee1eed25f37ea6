import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Module } from '@nestjs/common';
import { ClaimsModule } from './claims/claims.module.js';
import { watcherConfig, type WatcherConfig } from './config.js';
import { DepositsModule } from './deposits/deposits.module.js';
import { PricesModule } from './prices/prices.module.js';
import { ProofsModule } from './proofs/proofs.module.js';
import { ScansModule } from './scans/scans.module.js';
import { WalletsModule } from './wallets/wallets.module.js';

@Module({ imports: [DepositsModule, ScansModule, WalletsModule, ProofsModule, ClaimsModule, PricesModule] })
class WatcherAppModule {}

export const watcherService: ServiceDefinition<WatcherConfig> = {
  name: 'wallet-chain-watcher',
  config: watcherConfig,
  module: WatcherAppModule,
  outside: ({ SOLANA_RPC_URLS, SOLANA_PUBLIC_RPC_URL, PRICE_API_URL, PRICE_HISTORY_URL }) => ({
    ...{ SOLANA_RPC_URLS, SOLANA_PUBLIC_RPC_URL, PRICE_API_URL, PRICE_HISTORY_URL },
  }),
};
