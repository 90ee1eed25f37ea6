import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { PriceStandIn } from '@likewell/stand-in-prices/price-stand-in';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { withConstants } from '@likewell/testing/with-constants';
import { watcherConfig, type WatcherConfig } from '../src/config.js';
import { watcherSchema } from '../src/schema.js';
import { PricesModule } from '../src/prices/prices.module.js';

export const MINT = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';

/** Placeholders: no chain is used here. */
const CHAIN = {
  ENVIRONMENT: 'development',
  SOLANA_RPC_URLS: 'http://127.0.0.1:1',
  LIKE_MINT: MINT,
  RECEIVING_WALLET: 'So11111111111111111111111111111111111111112',
};

/** The watcher's price module alone. */
const priceService: ServiceDefinition<WatcherConfig> = {
  name: 'wallet-chain-watcher',
  config: watcherConfig,
  module: PricesModule,
};

/** The price service with a stand-in for the external APIs and a Redis of its own. */
export interface PriceUnderTest {
  readonly outside: PriceStandIn;
  readonly redis: OwnServer;
  readonly service: ServiceUnderTest;
  stop(): Promise<void>;
}

interface StartOptions {
  /** Whether the history API is configured. */
  history?: boolean;
  /** Prepares the stand-in before the service makes its first request. */
  prepare?: (outside: PriceStandIn) => void;
  /** Timeout for a response; short where one never comes. */
  timeoutMs?: number;
}

export async function startPrice({
  history = false,
  prepare,
  timeoutMs = 10_000,
}: StartOptions = {}): Promise<PriceUnderTest> {
  const outside = new PriceStandIn();
  const [redis] = await Promise.all([startRedis(), outside.listen(0)]);
  prepare?.(outside);
  const constants = { priceIntervalMs: 1000, priceTimeoutMs: timeoutMs };
  const service = await startService(withConstants(priceService, constants), watcherSchema, {
    ...CHAIN,
    REDIS_URL: redis.url,
    PRICE_API_URL: outside.priceUrl,
    PRICE_HISTORY_URL: history ? outside.historyUrl : '',
  });
  return {
    outside,
    redis,
    service,
    async stop() {
      await service.stop();
      await Promise.all([redis.remove(), outside.close()]);
    },
  };
}

/** Returns the variables of a service that uses this stand-in, with this timeout for its responses. */
export function configFor(outside: PriceStandIn, timeoutMs: number): WatcherConfig {
  const config = watcherConfig.parse({
    ...CHAIN,
    HEALTH_PORT: '0',
    NATS_URL: 'nats://127.0.0.1:1',
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
    REDIS_URL: 'redis://127.0.0.1:1',
    PRICE_API_URL: outside.priceUrl,
    PRICE_API_KEY: 'a key',
    PRICE_HISTORY_URL: outside.historyUrl,
  });
  return { ...config, priceTimeoutMs: timeoutMs };
}
