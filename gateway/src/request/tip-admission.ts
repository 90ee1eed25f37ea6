import * as postRoutes from '@likewell/contracts/gateway/posts';
import type { HealthServer } from '@likewell/service-kit/health/health-server';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { rememberArrival } from './arrival.js';
import type { AddressOf, EarlyStep } from './before-router.js';
import type { LoadShedder } from './load-shedder.js';
import { networksOf } from './networks.js';
import { sendOverloaded } from './reject.js';
import { TipQueue } from './tip-queue.js';

const { method, path } = postRoutes.likePost;
const ROUTE = `${method} ${path}`;
/** The usual spelling of the route; any other spelling meets the shedder only after the router. */
const SPELLING = new RegExp(`^${path.replace(':id', '\\d{1,16}')}$`);

interface WaitingTip {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly proceed: () => void;
  readonly network: string;
  readonly since: number;
}

/** Objects and limits that admission works with. */
export interface AdmissionTools {
  readonly shedder: LoadShedder;
  readonly health: Pick<HealthServer, 'draining'>;
  readonly metrics: Metrics;
  /** Tips that may wait for a place at once. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  readonly addressOf: AddressOf;
}

/**
 * Queues tips for which there is no place before any work is done for them, and rejects those that wait too
 * long. Under overload, the cost of a rejection is taken from the accepted tips, and a rejected client asks
 * again. A waiting tip costs nothing, and its connection sends nothing meanwhile. If too many wait, the
 * oldest is rejected in favour of the new one.
 */
export class TipAdmission {
  private readonly queue = new TipQueue<WaitingTip>();
  private isScheduled = false;
  private isDraining = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly tools: AdmissionTools) {
    tools.shedder.onPlaceLeft = () => {
      this.scheduleGrants();
    };
  }

  /** Number of tips that wait. */
  get waiting(): number {
    return this.queue.size;
  }

  /** The admission step; it must be the last step before the router. */
  readonly step: EarlyStep = (request, response, proceed) => {
    if (request.method !== method || !SPELLING.test(request.url ?? '')) return false;
    const { shedder, maxWaiting } = this.tools;
    if (this.queue.size === 0 && shedder.hasPlace('tips')) return false;
    const since = performance.now();
    if (maxWaiting === 0 || this.isDraining) this.reject({ request, response, since });
    else this.hold({ request, response, proceed, since, network: this.networkOf(request) });
    return true;
  };

  /** Lets no further tip wait; resolves when each waiting one has a place or a rejection. */
  async drain(): Promise<void> {
    this.isDraining = true;
    while (this.queue.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  private hold(tip: WaitingTip): void {
    if (this.queue.size >= this.tools.maxWaiting) this.rejectOldest();
    this.queue.add(tip);
    // A tip whose client has left is not processed.
    tip.response.once('close', () => this.queue.delete(tip));
    this.timer ??= setTimeout(this.rejectLate, this.tools.maxWaitMs);
    this.scheduleGrants();
  }

  /**
   * Grants places after the current turn of the event loop, so that the requests that gave their places back
   * have finished.
   */
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
    const { shedder, health, metrics } = this.tools;
    shedder.recordRejection();
    sendOverloaded(request, response, { isDraining: health.draining, waitedMs });
    metrics.observeHttp(ROUTE, response.statusCode, waitedMs / 1000);
  }

  /** Returns the widest network of the address, all of which may belong to one party. */
  private networkOf(request: IncomingMessage): string {
    return networksOf(this.tools.addressOf(request)).at(-1)?.name ?? '';
  }
}
