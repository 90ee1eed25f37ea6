import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { PriceStandIn } from '@likewell/stand-in-prices/price-stand-in';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { withConstants } from '@likewell/testing/with-constants';
import { watcherConfig, type WatcherConfig } from '../src/config.js';
import { watcherSchema } from '../src/schema.js';
import { PricesModule } from '../src/prices/prices.module.js';

export const MINT = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';

/** The chain plays no part here. */
const CHAIN = {
  ENVIRONMENT: 'development',
  SOLANA_RPC_URLS: 'http://127.0.0.1:1',
  LIKE_MINT: MINT,
  RECEIVING_WALLET: 'So11111111111111111111111111111111111111112',
};

/** The price's part of the watcher, alone. */
const priceService: ServiceDefinition<WatcherConfig> = {
  name: 'wallet-chain-watcher',
  config: watcherConfig,
  module: PricesModule,
};

/** The price beside a stand-in for the APIs outside, with a Redis of its own. */
export interface PriceUnderTest {
  readonly outside: PriceStandIn;
  readonly redis: OwnServer;
  readonly service: ServiceUnderTest;
  stop(): Promise<void>;
}

interface StartOptions {
  /** Whether the history API is there. */
  history?: boolean;
  /** Sets the outside up before the service asks it for the first time. */
  prepare?: (outside: PriceStandIn) => void;
}

/** Starts all of it. */
export async function startPrice({ history = false, prepare }: StartOptions = {}): Promise<PriceUnderTest> {
  const outside = new PriceStandIn();
  const [redis] = await Promise.all([startRedis(), outside.listen(0)]);
  prepare?.(outside);
  const service = await startService(withConstants(priceService, { priceIntervalMs: 1000 }), watcherSchema, {
    ...CHAIN,
    REDIS_URL: redis.url,
    PRICE_API_URL: outside.priceUrl,
    PRICE_HISTORY_URL: history ? outside.historyUrl : '',
    PRICE_TIMEOUT_MS: '400',
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

/** The variables of a service whose outside is there, and which waits so long for its responses. */
export function configFor(outside: PriceStandIn, timeoutMs: number): WatcherConfig {
  return watcherConfig.parse({
    ...CHAIN,
    HEALTH_PORT: '0',
    NATS_URL: 'nats://127.0.0.1:1',
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
    REDIS_URL: 'redis://127.0.0.1:1',
    PRICE_API_URL: outside.priceUrl,
    PRICE_API_KEY: 'a key',
    PRICE_HISTORY_URL: outside.historyUrl,
    PRICE_TIMEOUT_MS: String(timeoutMs),
  });
}
