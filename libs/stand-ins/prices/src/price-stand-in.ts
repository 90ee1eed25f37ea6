import { StandInServer } from '@likewell/stand-in-kit/stand-in-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { priceAt } from './market.js';

/** Endpoints that a test can spoil. */
export type Endpoint = 'price' | 'history';

/** Sends a response in place of the stand-in's: anything that can be written to a socket. */
export type Fault = (response: ServerResponse, request: IncomingMessage) => void;

const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const MAX_IDS = 50;
const CHART = /^\/api\/v3\/coins\/solana\/contract\/([^/]+)\/market_chart$/;
const HOUR_MS = 3_600_000;
/** Interval of a chart's points, by the requested number of days, as CoinGecko defines it. */
const CHART_STEPS: { days: number; stepMs: number }[] = [
  { days: 1, stepMs: HOUR_MS / 12 },
  { days: 90, stepMs: HOUR_MS },
  { days: 365, stepMs: 24 * HOUR_MS },
];

/**
 * Two public price APIs on this machine: Jupiter's Price API v3 for the current price of a token, and
 * CoinGecko's market chart of a contract for past prices. It knows every token, and has one price for all.
 */
export class PriceStandIn extends StandInServer {
  /** Set by a test while it runs. None is active by default. */
  faults: Partial<Record<Endpoint, Fault>> = {};
  /** Replaces the moving price. */
  fixedUsd: number | null = null;
  /** Number of requests of each endpoint. */
  readonly asked: Record<Endpoint, number> = { price: 0, history: 0 };

  /** Value for PRICE_API_URL. */
  get priceUrl(): string {
    return `${this.origin}/price/v3`;
  }

  /** Value for PRICE_HISTORY_URL. */
  get historyUrl(): string {
    return `${this.origin}/api/v3/coins/solana/contract`;
  }

  protected serve(request: IncomingMessage, response: ServerResponse): void {
    const [path = '', query = ''] = (request.url ?? '/').split('?');
    const chartOf = CHART.exec(path)?.[1];
    if (request.method !== 'GET') send(response, 405, { error: 'Method not allowed' });
    else if (path === '/price/v3') {
      this.respond('price', request, response, () => this.prices(new URLSearchParams(query)));
    } else if (chartOf !== undefined) {
      this.respond('history', request, response, () => this.chart(chartOf, new URLSearchParams(query)));
    } else send(response, 404, { error: 'Not found' });
  }

  private respond(
    endpoint: Endpoint,
    request: IncomingMessage,
    response: ServerResponse,
    reply: () => [number, object],
  ): void {
    this.asked[endpoint] += 1;
    const fault = this.faults[endpoint];
    if (fault) fault(response, request);
    else send(response, ...reply());
  }

  /** Responds like Jupiter: an invalid token is left out. */
  private prices(query: URLSearchParams): [number, object] {
    const ids = query.get('ids')?.split(',') ?? [];
    if (ids.length === 0 || ids.length > MAX_IDS) return [400, { error: 'Too few or too many ids' }];
    const now = Date.now();
    const price = {
      usdPrice: this.usdAt(now),
      blockId: Math.floor(now / 400),
      decimals: 6,
      priceChange24h: (this.usdAt(now) / this.usdAt(now - 24 * HOUR_MS) - 1) * 100,
    };
    return [200, Object.fromEntries(ids.filter((id) => MINT.test(id)).map((id) => [id, price]))];
  }

  /** Responds like CoinGecko: evenly spaced points, and the current price at the end. */
  private chart(mint: string, query: URLSearchParams): [number, object] {
    const days = Number(query.get('days'));
    const step = CHART_STEPS.find((known) => days <= known.days);
    if (!MINT.test(mint)) return [404, { error: 'coin not found' }];
    if (query.get('vs_currency') !== 'usd' || !step || !(days > 0))
      return [422, { error: 'vs_currency and up to 365 days are wanted' }];
    const now = Date.now();
    const prices: [number, number][] = [];
    const first = Math.ceil((now - days * 24 * HOUR_MS) / step.stepMs) * step.stepMs;
    for (let at = first; at < now; at += step.stepMs) prices.push([at, this.usdAt(at)]);
    prices.push([now, this.usdAt(now)]);
    return [200, { prices, market_caps: [], total_volumes: [] }];
  }

  private usdAt(ms: number): number {
    return this.fixedUsd ?? priceAt(ms);
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
