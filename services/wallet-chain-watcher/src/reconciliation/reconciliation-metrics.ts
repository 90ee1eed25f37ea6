import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import type { DepositTotals } from './deposit-totals.queries.js';

/**
 * Metrics of all deposits together, for operators; shown by the replica that scans, and by one
 * that cannot see the mint.
 */
@Injectable()
export class ReconciliationMetrics {
  private readonly deposits: Gauge<'state'>;
  private readonly unfinished: Gauge;
  private readonly unreadable: Gauge;
  private readonly onChain: Gauge;
  private readonly booked: Gauge;
  private readonly reserveDifference: Gauge;
  private readonly ledgerDifference: Gauge;
  private readonly reconciledAt: Gauge;

  constructor(metrics: Metrics) {
    this.deposits = metrics.gauge(
      'likewell_deposits',
      'Chain transactions at our token accounts by their state; shown by the replica that scans',
      'state',
    );
    this.unfinished = metrics.gauge(
      'likewell_deposits_oldest_seconds',
      'Age of the oldest deposit that is not judged, or of which the ledger has not been told; 0 when none is, below 0 when it was found by a wrong clock',
    );
    this.unreadable = metrics.gauge(
      'likewell_deposits_unreadable',
      'Chain transactions that an endpoint could not tell while it told others',
    );
    this.onChain = metrics.gauge(
      'likewell_reserve_on_chain_like',
      'What our receiving accounts and cold storage hold of deposits, in LIKE',
    );
    this.booked = metrics.gauge(
      'likewell_reserve_booked_like',
      'The sum of all deposits that were found, in LIKE',
    );
    this.reserveDifference = metrics.gauge(
      'likewell_reserve_difference_like',
      'What our accounts hold beyond the deposits that were found, in LIKE; below 0 something is missing',
    );
    this.ledgerDifference = metrics.gauge(
      'likewell_deposits_ledger_difference_like',
      'What the ledger has of deposits beyond those that were found, in LIKE; below 0 it lacks some',
    );
    this.reconciledAt = metrics.gauge(
      'likewell_deposits_reconciled_timestamp_seconds',
      'When the deposits that were found were last compared with the ledger and the chain',
    );
    this.forget();
  }

  showTotals({ byState, bookedNano, oldestSeconds, unreadable }: DepositTotals): void {
    this.deposits.reset();
    for (const [state, count] of byState) this.deposits.set({ state }, count);
    this.unfinished.set(oldestSeconds);
    this.unreadable.set(unreadable);
    this.booked.set(inLike(bookedNano));
  }

  /** @param differenceNano what the ledger has in excess of the deposits that were found */
  showLedger(differenceNano: bigint): void {
    this.ledgerDifference.set(inLike(differenceNano));
  }

  /** @param differenceNano what our accounts hold in excess of the deposits that were found */
  showReserve(heldNano: bigint, differenceNano: bigint): void {
    this.onChain.set(inLike(heldNano));
    this.reserveDifference.set(inLike(differenceNano));
  }

  showReconciled(at: Date): void {
    this.reconciledAt.set(at.getTime() / 1000);
  }

  /**
   * Clears all metrics that only the scanning replica knows: another one shows them now, and
   * old numbers would mislead.
   */
  forget(): void {
    this.deposits.reset();
    const others = [this.unfinished, this.unreadable, this.onChain, this.booked, this.reconciledAt];
    for (const gauge of [...others, this.reserveDifference, this.ledgerDifference]) gauge.remove();
  }
}

const inLike = (nano: bigint): number => Number(nano) / Number(NANO_PER_LIKE);
