import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { FastifyRequest } from 'fastify';
import './request-state.js';

const LOG_EVERY_MS = 1000;

/** How many requests may be under way: of all, and of those kinds that have places of their own among them. */
export interface Capacity {
  readonly all: number;
  readonly tips: number;
  readonly uploads: number;
  /** Beside `all`: they only wait, for up to 25 s each. */
  readonly deposits: number;
  readonly drafts: number;
}
type Kind = Exclude<keyof Capacity, 'all'>;

/**
 * Counts the requests under way and rejects, before a body is read, what would only queue. Tips have places of
 * their own: they wait for the ledger's commits together, so the time that each waits is their number over its
 * rate, and neither a storm of tips nor many who wait to sign in take the places of the rest. So have uploads, each of
 * which takes megabytes while it is read, drafts, which wait for somebody outside, and deposits, which wait for the
 * chain and take no place of the others.
 */
export class LoadShedder {
  /** Told after a place was given back. */
  onPlaceLeft: () => void = () => undefined;
  private readonly inside = new Map<FastifyRequest, Kind | null>();
  private readonly counts: Record<Kind, number> = { tips: 0, uploads: 0, drafts: 0, deposits: 0 };
  private rejected = 0;
  private logAt = 0;

  constructor(
    readonly capacity: Capacity,
    private readonly logger: Logger,
  ) {}

  /** The places that are taken; `all` is everything that is under way. */
  get taken(): Readonly<Record<keyof Capacity, number>> {
    return { all: this.inside.size, ...this.counts };
  }

  /** Takes a place; false when there is none. */
  enter(request: FastifyRequest): boolean {
    const kind = kindOf(request);
    if (!this.hasPlace(kind)) {
      this.recordRejection();
      return false;
    }
    this.inside.set(request, kind);
    if (kind) this.counts[kind] += 1;
    return true;
  }

  /** Gives the place back, where the request still has one. */
  leave(request: FastifyRequest): void {
    const kind = this.inside.get(request);
    if (kind) this.counts[kind] -= 1;
    if (this.inside.delete(request)) this.onPlaceLeft();
  }

  /** Whether there is a place for a request of this kind. */
  hasPlace(kind: Kind | null): boolean {
    const isFull = kind !== 'deposits' && this.inside.size - this.counts.deposits >= this.capacity.all;
    return !isFull && (kind === null || this.counts[kind] < this.capacity[kind]);
  }

  /** Logs, once in a while, that requests are rejected: a line for each would make a bad hour worse; the metrics count them all. */
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
