import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { DepositTotals } from './deposit-totals.queries.js';

/** What an operator sees of all deposits together; shown by the replica that scans. */
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

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.deposits = new Gauge({
      name: 'likewell_deposits',
      help: 'Chain transactions at our token accounts by their state; shown by the replica that scans',
      labelNames: ['state'] as const,
      registers,
    });
    this.unfinished = new Gauge({
      name: 'likewell_deposits_oldest_seconds',
      help: 'Age of the oldest deposit that is not judged, or of which the ledger has not been told; 0 when none is',
      registers,
    });
    this.unreadable = new Gauge({
      name: 'likewell_deposits_unreadable',
      help: 'Chain transactions that an endpoint could not tell while it told others',
      registers,
    });
    this.onChain = new Gauge({
      name: 'likewell_reserve_on_chain_like',
      help: 'What our receiving accounts and cold storage hold of deposits, in LIKE',
      registers,
    });
    this.booked = new Gauge({
      name: 'likewell_reserve_booked_like',
      help: 'The sum of all deposits that were found, in LIKE',
      registers,
    });
    this.reserveDifference = new Gauge({
      name: 'likewell_reserve_difference_like',
      help: 'What our accounts hold beyond the deposits that were found, in LIKE; below 0 something is missing',
      registers,
    });
    this.ledgerDifference = new Gauge({
      name: 'likewell_deposits_ledger_difference_like',
      help: 'What the ledger has of deposits beyond those that were found, in LIKE; below 0 it lacks some',
      registers,
    });
    this.reconciledAt = new Gauge({
      name: 'likewell_deposits_reconciled_timestamp_seconds',
      help: 'When the deposits that were found were last compared with the ledger and the chain',
      registers,
    });
    this.forget();
  }

  showTotals({ byState, bookedNano, oldestSeconds, unreadable }: DepositTotals): void {
    this.deposits.reset();
    for (const [state, count] of byState) this.deposits.set({ state }, count);
    this.unfinished.set(oldestSeconds);
    this.unreadable.set(unreadable);
    this.booked.set(inLike(bookedNano));
  }

  /** @param differenceNano what the ledger has beyond what was found */
  showLedger(differenceNano: bigint): void {
    this.ledgerDifference.set(inLike(differenceNano));
  }

  /** @param differenceNano what our accounts hold beyond what was found */
  showReserve(heldNano: bigint, differenceNano: bigint): void {
    this.onChain.set(inLike(heldNano));
    this.reserveDifference.set(inLike(differenceNano));
  }

  showReconciled(at: Date): void {
    this.reconciledAt.set(at.getTime() / 1000);
  }

  /** Shows nothing of what only the replica that scans knows: another one shows it now, and old numbers would mislead. */
  forget(): void {
    this.deposits.reset();
    const others = [this.unfinished, this.unreadable, this.onChain, this.booked, this.reconciledAt];
    for (const gauge of [...others, this.reserveDifference, this.ledgerDifference]) gauge.remove();
  }
}

const inLike = (nano: bigint): number => Number(nano) / Number(NANO_PER_LIKE);
