import { CONFIG } from '@likewell/service-kit/config/config';
import { boundedFetch } from '@likewell/service-kit/clients/bounded-fetch';
import { circuitBreaker, type CircuitBreaker } from '@likewell/service-kit/clients/circuit-breaker';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { EventEmitter } from 'node:events';
import type { WatcherConfig } from '../config.js';
import type { Sample } from './price-steps.js';
import { readHistory, readPrice } from './price-responses.js';

/** After four failures within five minutes a source is not asked for two rounds. */
const BREAKER = { volume: 4, withinMs: 300_000 };

/**
 * The two public APIs for the price of LIKE: Jupiter's for the present, CoinGecko's for the past. The
 * configuration fixes their hosts. Whatever they respond, the worst result is an unknown price.
 */
@Injectable()
export class PriceSource implements OnApplicationShutdown {
  private readonly now: CircuitBreaker<[], number>;
  private readonly past: CircuitBreaker<[days: number], Sample[]>;
  private readonly fetch: ReturnType<typeof boundedFetch>;

  constructor(
    @Inject(CONFIG) private readonly config: WatcherConfig,
    metrics: Metrics,
  ) {
    this.fetch = boundedFetch(config.priceTimeoutMs);
    const options = { ...BREAKER, restMs: 2 * config.priceIntervalMs };
    this.now = circuitBreaker(() => this.askPrice(), options);
    this.past = circuitBreaker((days: number) => this.askHistory(days), options);
    const asked = metrics.counter(
      'likewell_price_asked_total',
      'Questions to the price APIs, by source and outcome',
      'source',
      'outcome',
    );
    const count = (source: string, breaker: EventEmitter) => {
      for (const outcome of ['success', 'failure', 'reject']) {
        // An alert can see a source that never responds only if its counter of successes exists with 0.
        asked.inc({ source, outcome }, 0);
        breaker.on(outcome, () => asked.inc({ source, outcome }));
      }
    };
    if (this.hasPrice) count('price', this.now);
    if (this.hasHistory) count('history', this.past);
  }

  get hasPrice(): boolean {
    return this.config.PRICE_API_URL !== '';
  }

  get hasHistory(): boolean {
    return this.config.PRICE_HISTORY_URL !== '';
  }

  /** Fetches the current price of one LIKE. @throws Error when that is not possible */
  fetchPrice(): Promise<number> {
    return this.now.fire();
  }

  /**
   * Fetches the price history of the last `days`: a point per 5 minutes for 1 day, per hour for 30, per day
   * for 365.
   * @throws Error
   */
  fetchHistory(days: 1 | 30 | 365): Promise<Sample[]> {
    return this.past.fire(days);
  }

  onApplicationShutdown(): void {
    this.now.shutdown();
    this.past.shutdown();
  }

  private async askPrice(): Promise<number> {
    const { PRICE_API_URL, PRICE_API_KEY, LIKE_MINT } = this.config;
    const text = await this.ask(`${PRICE_API_URL}?ids=${LIKE_MINT}`, 'x-api-key', PRICE_API_KEY);
    return readPrice(text, LIKE_MINT);
  }

  private async askHistory(days: number): Promise<Sample[]> {
    const { PRICE_HISTORY_URL, PRICE_HISTORY_KEY, LIKE_MINT } = this.config;
    const url = `${PRICE_HISTORY_URL}/${LIKE_MINT}/market_chart?vs_currency=usd&days=${days}`;
    return readHistory(await this.ask(url, 'x-cg-demo-api-key', PRICE_HISTORY_KEY), new Date());
  }

  private async ask(url: string, keyName: string, key: string): Promise<string> {
    const headers = { accept: 'application/json', ...(key !== '' && { [keyName]: key }) };
    const response = await this.fetch(url, { headers });
    if (response.status !== 200) throw new Error(`it answered ${response.status}`);
    return response.text();
  }
}
