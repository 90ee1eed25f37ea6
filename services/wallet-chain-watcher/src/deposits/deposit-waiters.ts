import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { PollingWorker } from '@likewell/service-kit/concurrency/polling-worker';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { Chain, type SignatureStatus } from '../solana/chain.js';
import { DepositMetrics } from './deposit-metrics.js';
import { DepositSettler, isFinal, type FinalStatus } from './deposit-settler.js';

/** Outcome of a wait: the final status of the deposit; unknown to the chain; or still waiting. */
export type WaitOutcome = FinalStatus | 'unknown' | 'waiting';

interface Awaited {
  readonly waiters: Set<(outcome: WaitOutcome) => void>;
  /** True after the first request, which searches the chain's whole history. */
  isAsked: boolean;
  /** Since when the chain has reported the signature as unknown; null while it knows it. */
  unknownSince: number | null;
  /** Time before which it is not asked about: for ever while it is being settled, and for a while after. */
  restsUntil: number;
}

const UNKNOWN_AFTER_MS = 5000;
const REST_MS = 500;
/** Pause before a signature is settled again that an endpoint cannot return. */
const UNREADABLE_REST_MS = 5000;
const MAX_POLL_PAUSE_MS = 5000;
const IDLE_MS = 60_000;
const SETTLE_TOGETHER = 100;

/** Reports that wait for the finality of a chain transaction. One poll asks for all of them. */
@Injectable()
export class DepositWaiters implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly awaited = new Map<string, Awaited>();
  private readonly worker: PollingWorker;
  private readonly settling = new Set<Promise<void>>();
  private waiting = 0;
  private failures = 0;
  private nextPollAt = 0;

  constructor(
    private readonly chain: Chain,
    private readonly settler: DepositSettler,
    private readonly metrics: DepositMetrics,
    private readonly state: ProcessState,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.worker = new PollingWorker('await-deposits', logger, config.DEPOSIT_POLL_MS, () => this.round());
  }

  onApplicationBootstrap(): void {
    this.worker.start();
    this.state.stopping.addEventListener('abort', () => {
      for (const signature of [...this.awaited.keys()]) this.end(signature, 'waiting');
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    await Promise.all(this.settling);
  }

  /** Waits for a signature, for `maxMs` at most. @throws AppError OVERLOADED when too many wait already */
  wait(signature: string, maxMs: number): Promise<WaitOutcome> {
    if (this.state.stopping.aborted) return Promise.resolve('waiting');
    if (this.waiting >= this.config.maxWaitingDeposits) throw new AppError(commonErrors.OVERLOADED);
    const awaited = this.awaited.get(signature) ?? newAwaited();
    if (this.awaited.size === 0) this.worker.wake();
    this.awaited.set(signature, awaited);
    this.count(1);
    return new Promise<WaitOutcome>((resolve) => {
      const done = (outcome: WaitOutcome) => {
        clearTimeout(timer);
        if (!awaited.waiters.delete(done)) return;
        if (awaited.waiters.size === 0) this.awaited.delete(signature);
        this.count(-1);
        resolve(outcome);
      };
      const timer = setTimeout(done, Math.max(0, maxMs), 'waiting');
      awaited.waiters.add(done);
    });
  }

  private async round(): Promise<number> {
    const early = this.nextPollAt - steadyNow();
    if (early > 0) return early;
    const asked = [...this.awaited].filter(([, { restsUntil }]) => restsUntil <= steadyNow());
    if (this.awaited.size === 0) return IDLE_MS;
    this.nextPollAt = steadyNow() + this.config.DEPOSIT_POLL_MS;
    try {
      if (asked.length > 0) await this.poll(asked);
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.logger.warn({ err: error }, 'solana does not say how far deposits are');
      this.nextPollAt =
        steadyNow() + Math.min(this.config.DEPOSIT_POLL_MS * 2 ** this.failures, MAX_POLL_PAUSE_MS);
    }
    return Math.max(0, this.nextPollAt - steadyNow());
  }

  private async poll(asked: [string, Awaited][]): Promise<void> {
    const statuses = await this.ask(asked);
    const finalized: string[] = [];
    const missing: [string, Awaited][] = [];
    const now = steadyNow();
    for (const [signature, awaited] of asked) {
      const status = statuses.get(signature) ?? null;
      awaited.isAsked = true;
      awaited.unknownSince = status === null ? (awaited.unknownSince ?? now) : null;
      if (status === 'finalized') finalized.push(signature);
      if (awaited.unknownSince !== null && now - awaited.unknownSince >= UNKNOWN_AFTER_MS) {
        missing.push([signature, awaited]);
      }
    }
    for (let from = 0; from < finalized.length; from += SETTLE_TOGETHER) {
      this.settleMeanwhile(finalized.slice(from, from + SETTLE_TOGETHER));
    }
    if (missing.length > 0) await this.giveUp(missing);
  }

  /**
   * Asks for the statuses. New signatures are looked up once in the chain's whole history, later in its cache
   * of the last minutes.
   */
  private async ask(asked: readonly [string, Awaited][]): Promise<Map<string, SignatureStatus>> {
    const responses = await this.chain.anyOf((endpoint) =>
      Promise.all(
        [false, true].map(async (isAsked) => {
          const signatures = asked
            .filter(([, each]) => each.isAsked === isAsked)
            .map(([signature]) => signature);
          if (signatures.length === 0) return [];
          const statuses = await this.chain.statuses(endpoint, signatures, !isAsked);
          return signatures.map((signature, index) => [signature, statuses[index] ?? null] as const);
        }),
      ),
    );
    return new Map(responses.flat());
  }

  /**
   * Ends the wait as unknown for signatures that have been unknown for a while, unless an endpoint finds them
   * in its whole history.
   */
  private async giveUp(missing: readonly [string, Awaited][]): Promise<void> {
    const signatures = missing.map(([signature]) => signature);
    const responses = await this.chain.allOf((endpoint) => this.chain.statuses(endpoint, signatures, true));
    missing.forEach(([signature, awaited], index) => {
      if (responses.every((statuses) => statuses[index] === null)) this.end(signature, 'unknown');
      else {
        awaited.unknownSince = null;
        // It is older than the last minutes, so the next request has to search the whole history.
        awaited.isAsked = false;
      }
    });
  }

  /** Settles them beside the next polls; the process waits for it before it closes the database. */
  private settleMeanwhile(signatures: readonly string[]): void {
    const work = this.settle(signatures).finally(() => this.settling.delete(work));
    this.settling.add(work);
  }

  private async settle(signatures: readonly string[]): Promise<void> {
    for (const signature of signatures) this.rest(signature, Infinity);
    const unreadable = new Set<string>();
    try {
      const statuses = await this.settler.settle(signatures);
      for (const [signature, status] of statuses) {
        if (isFinal(status)) this.end(signature, status);
        if (status.state === 'unreadable') unreadable.add(signature);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'reported deposits could not be settled; they are tried again');
    }
    for (const signature of signatures)
      this.rest(signature, unreadable.has(signature) ? UNREADABLE_REST_MS : REST_MS);
  }

  private rest(signature: string, ms: number): void {
    const awaited = this.awaited.get(signature);
    if (awaited) awaited.restsUntil = steadyNow() + ms;
  }

  private end(signature: string, outcome: WaitOutcome): void {
    for (const done of [...(this.awaited.get(signature)?.waiters ?? [])]) done(outcome);
  }

  private count(change: number): void {
    this.waiting += change;
    this.metrics.waiting.set(this.waiting);
  }
}

function newAwaited(): Awaited {
  return { waiters: new Set(), isAsked: false, unknownSince: null, restsUntil: 0 };
}
