import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { FastifyRequest } from 'fastify';
import './request-state.js';

const TELL_EVERY_MS = 1000;

/** How many requests may be under way: of all, and of those kinds that have places of their own among them. */
export interface Places {
  readonly all: number;
  readonly tips: number;
  readonly uploads: number;
  /** Beside `all`: they only wait, for up to 25 s each. */
  readonly deposits: number;
  readonly drafts: number;
}
type Kind = Exclude<keyof Places, 'all'>;

/**
 * Counts the requests under way and refuses, before a body is read, what would only queue. Tips have places of
 * their own: they wait for the ledger's commits together, so the time that each waits is their number over its
 * rate, and neither a storm of tips nor many who wait to sign in take the places of the rest. So have uploads, each of
 * which takes megabytes while it is read, drafts, which wait for somebody outside, and deposits, which wait for the
 * chain and take no place of the others.
 */
export class LoadShedder {
  private readonly inside = new Map<FastifyRequest, Kind | null>();
  private readonly counts: Record<Kind, number> = { tips: 0, uploads: 0, drafts: 0, deposits: 0 };
  private refused = 0;
  private tellAt = 0;

  constructor(
    readonly places: Places,
    private readonly logger: Logger,
  ) {}

  /** The places that are taken; `all` is everything that is under way. */
  get taken(): Readonly<Record<keyof Places, number>> {
    return { all: this.inside.size, ...this.counts };
  }

  /** Takes a place; false when there is none. */
  enter(request: FastifyRequest): boolean {
    const kind = kindOf(request);
    if (this.rejects(kind)) return false;
    this.inside.set(request, kind);
    if (kind) this.counts[kind] += 1;
    return true;
  }

  /** Gives the place back; false for a request that had none. */
  leave(request: FastifyRequest): boolean {
    const kind = this.inside.get(request);
    if (kind) this.counts[kind] -= 1;
    return this.inside.delete(request);
  }

  /** Whether there is no place for a request of this kind; one that is refused is counted. */
  rejects(kind: Kind | null): boolean {
    const isFull = kind !== 'deposits' && this.inside.size - this.counts.deposits >= this.places.all;
    const isRefused = isFull || (kind !== null && this.counts[kind] >= this.places[kind]);
    if (isRefused) this.countRefusal();
    return isRefused;
  }

  /** A line for each would make a bad hour worse; the metrics count them all. */
  private countRefusal(): void {
    this.refused += 1;
    const now = Date.now();
    if (now < this.tellAt) return;
    this.tellAt = now + TELL_EVERY_MS;
    this.logger.warn({ refused: this.refused }, 'too many requests at once; some were refused');
    this.refused = 0;
  }
}

function kindOf({ route }: FastifyRequest): Kind | null {
  const contract = route?.contract;
  if (contract?.limit === 'tip') return 'tips';
  if (contract?.limit === 'deposit') return 'deposits';
  if (contract?.limit === 'draft') return 'drafts';
  return contract?.upload ? 'uploads' : null;
}
