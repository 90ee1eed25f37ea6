import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { FastifyRequest } from 'fastify';
import './request-state.js';

const LOG_EVERY_MS = 1000;

/** Numbers of requests that may be under way: in all, and of the kinds that have places of their own. */
export interface Capacity {
  readonly all: number;
  readonly tips: number;
  readonly uploads: number;
  /** In addition to `all`: deposits only wait, for up to 25 s each. */
  readonly deposits: number;
  readonly drafts: number;
}
type Kind = Exclude<keyof Capacity, 'all'>;

/**
 * Counts the requests under way, and rejects a request before its body is read if it would only queue. Four
 * kinds have places of their own, so that no kind takes the places of the rest. Tips wait together for the
 * ledger's commits: the wait of each is their number divided by the ledger's rate. Each upload takes
 * megabytes while it is read. Drafts wait for an external provider. Deposits wait for the chain and take no
 * place of the others.
 */
export class LoadShedder {
  /** Called after a place was given back. */
  onPlaceLeft: () => void = () => undefined;
  private readonly counts = { all: 0, tips: 0, uploads: 0, drafts: 0, deposits: 0 };
  private rejected = 0;
  private logAt = 0;

  constructor(
    readonly capacity: Capacity,
    private readonly logger: Logger,
  ) {}

  /** Numbers of places that are taken, as {@link Capacity} counts them: `all` without the deposits. */
  get taken(): Readonly<Record<keyof Capacity, number>> {
    return { ...this.counts, all: this.allButDeposits };
  }

  /** Takes a place for a request; returns false if there is none. */
  enter(request: FastifyRequest): boolean {
    const kind = kindOf(request);
    if (!this.hasPlace(kind)) {
      this.recordRejection();
      return false;
    }
    // Kept at the request: a map of requests would have V8 keep those that have left, too (ADR 0172).
    request.place = kind ?? 'all';
    this.counts.all += 1;
    if (kind) this.counts[kind] += 1;
    return true;
  }

  /** Gives the request's place back, if it still has one. */
  leave(request: FastifyRequest): void {
    const { place } = request;
    if (place === null) return;
    request.place = null;
    this.counts.all -= 1;
    if (place !== 'all') this.counts[place] -= 1;
    this.onPlaceLeft();
  }

  /** Tells whether there is a place for a request of this kind. */
  hasPlace(kind: Kind | null): boolean {
    const isFull = kind !== 'deposits' && this.allButDeposits >= this.capacity.all;
    return !isFull && (kind === null || this.counts[kind] < this.capacity[kind]);
  }

  private get allButDeposits(): number {
    return this.counts.all - this.counts.deposits;
  }

  /**
   * Logs at intervals that requests are rejected. A line for each would add to the load; the metrics count
   * them all.
   */
  recordRejection(): void {
    this.rejected += 1;
    const now = Date.now();
    if (now < this.logAt) return;
    this.logAt = now + LOG_EVERY_MS;
    this.logger.warn({ rejected: this.rejected }, 'too many requests at once; some were rejected');
    this.rejected = 0;
  }
}

function kindOf({ route }: FastifyRequest): Kind | null {
  const contract = route?.contract;
  if (contract?.limit === 'tip') return 'tips';
  if (contract?.limit === 'deposit') return 'deposits';
  if (contract?.limit === 'draft') return 'drafts';
  return contract?.upload ? 'uploads' : null;
}
