import proxyaddr from '@fastify/proxy-addr';
import * as postRoutes from '@likewell/contracts/gateway/posts';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { rememberArrival } from './arrival.js';
import type { EarlyStep } from './before-router.js';
import type { LoadShedder } from './load-shedder.js';
import { networksOf } from './networks.js';
import { sendOverloaded } from './reject.js';
import { TipQueue } from './tip-queue.js';

const { method, path } = postRoutes.likePost;
const ROUTE = `${method} ${path}`;
/** How a client spells the route; any other spelling of it meets the shedder after the router. */
const SPELLING = new RegExp(`^${path.replace(':id', '\\d{1,16}')}$`);

interface WaitingTip {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly proceed: () => void;
  readonly network: string;
  readonly since: number;
}

/** What admission works with. */
export interface AdmissionTools {
  readonly shedder: LoadShedder;
  readonly metrics: Metrics;
  /** Tips that may wait for a place at once. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Whose `X-Forwarded-For` is believed, as Fastify's `trustProxy`. */
  readonly trustedProxies: readonly string[];
}

/**
 * Has tips that there is no place for wait before anything is done for them, and rejects those that wait too long. In a storm all that a
 * rejection costs is taken from the tips that are accepted, and whoever has a response asks again: one that waits costs nothing,
 * and its connection sends nothing meanwhile. Where too many wait, whoever waited longest is rejected in favour of the new one.
 */
export class TipAdmission {
  private readonly queue = new TipQueue<WaitingTip>();
  private readonly isTrusted: ReturnType<typeof proxyaddr.compile>;
  private isScheduled = false;
  private isDraining = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly tools: AdmissionTools) {
    this.isTrusted = proxyaddr.compile([...tools.trustedProxies]);
    tools.shedder.onPlaceLeft = () => {
      this.scheduleGrants();
    };
  }

  /** How many wait. */
  get waiting(): number {
    return this.queue.size;
  }

  /** To be the last of the steps before the router. */
  readonly step: EarlyStep = (request, response, proceed) => {
    if (request.method !== method || !SPELLING.test(request.url ?? '')) return false;
    const { shedder, maxWaiting } = this.tools;
    if (this.queue.size === 0 && shedder.hasPlace('tips')) return false;
    const since = performance.now();
    if (maxWaiting === 0 || this.isDraining) this.reject({ request, response, since });
    else this.hold({ request, response, proceed, since, network: this.networkOf(request) });
    return true;
  };

  /** Has nobody wait any more; resolves when those who do have a place or a rejection. */
  async drain(): Promise<void> {
    this.isDraining = true;
    while (this.queue.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  private hold(tip: WaitingTip): void {
    if (this.queue.size >= this.tools.maxWaiting) this.rejectOldest();
    this.queue.add(tip);
    // Nothing is begun for a client that is gone.
    tip.response.once('close', () => this.queue.delete(tip));
    this.timer ??= setTimeout(this.rejectLate, this.tools.maxWaitMs);
    this.scheduleGrants();
  }

  /** After all that this turn of the loop has to do, so that those who gave their places back have gone. */
  private scheduleGrants(): void {
    if (this.isScheduled || this.queue.size === 0) return;
    this.isScheduled = true;
    setImmediate(this.grantPlaces);
  }

  private readonly grantPlaces = (): void => {
    this.isScheduled = false;
    while (this.tools.shedder.hasPlace('tips')) {
      const tip = this.queue.takeNext();
      if (!tip) return;
      rememberArrival(tip.request, tip.since);
      tip.proceed();
    }
  };

  private readonly rejectLate = (): void => {
    const lateSince = performance.now() - this.tools.maxWaitMs;
    while ((this.queue.oldest?.since ?? Infinity) <= lateSince) this.rejectOldest();
    const { oldest } = this.queue;
    this.timer = oldest ? setTimeout(this.rejectLate, oldest.since - lateSince) : null;
  };

  private rejectOldest(): void {
    const { oldest } = this.queue;
    if (oldest && this.queue.delete(oldest)) this.reject(oldest);
  }

  private reject({ request, response, since }: Pick<WaitingTip, 'request' | 'response' | 'since'>): void {
    const waitedMs = performance.now() - since;
    this.tools.shedder.recordRejection();
    sendOverloaded(request, response, waitedMs);
    this.tools.metrics.observeHttp(ROUTE, response.statusCode, waitedMs / 1000);
  }

  /** The widest that the address belongs to, of which one party has all. */
  private networkOf(request: IncomingMessage): string {
    return networksOf(proxyaddr(request, this.isTrusted)).at(-1)?.name ?? '';
  }
}
