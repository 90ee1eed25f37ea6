import { NANO_PER_BASE_UNIT } from '@likewell/contracts/core/money';
import { getDepositTotals } from '@likewell/contracts/tipping-ledger/rpc';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Inject, Injectable } from '@nestjs/common';
import { Chain } from '../solana/chain.js';
import type { LikeToken } from '../solana/like-token.js';
import { sumDeposits } from './deposit-totals.queries.js';
import { ReconciliationMetrics } from './reconciliation-metrics.js';
import { compareWithChain, compareWithLedger } from './reconciliation.js';
import { findReserve } from './reserve.queries.js';

/** What the last round saw; what it saw then must be booked, and told, by now. */
interface Seen {
  readonly toldNano: bigint;
  readonly onChainNano: bigint | null;
}

/**
 * Compares, in both directions, what the ledger has of deposits with what is booked here, and that with what our accounts
 * hold on chain. Each of the three is read at a moment of its own, so that deposits under way are no difference.
 */
@Injectable()
export class Reconciler {
  private last: Seen | null = null;

  constructor(
    private readonly chain: Chain,
    private readonly database: Database,
    private readonly rpc: RpcClient,
    private readonly metrics: ReconciliationMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One comparison, shown among the metrics; a side that does not answer is left as it was. */
  async round(token: LikeToken): Promise<void> {
    const ledgerNano = await this.depositsOfLedger();
    const totals = await sumDeposits(this.database.read);
    const onChainNano = await this.held(token, totals.newestSlot);
    this.metrics.showTotals(totals);
    if (ledgerNano !== null) {
      const difference = compareWithLedger(ledgerNano, totals, this.last?.toldNano ?? null);
      this.metrics.showLedger(difference);
    }
    if (onChainNano !== null) {
      const difference = compareWithChain(onChainNano, totals.bookedNano, this.last?.onChainNano ?? null);
      this.metrics.showReserve(onChainNano, difference);
    }
    if (ledgerNano !== null && onChainNano !== null) this.metrics.showReconciled(new Date());
    this.last = { toldNano: totals.toldNano, onChainNano };
  }

  /** Another replica shows them now. */
  forget(): void {
    this.last = null;
    this.metrics.forget();
  }

  private async depositsOfLedger(): Promise<bigint | null> {
    try {
      return (await this.rpc.call(getDepositTotals, {})).depositedNano;
    } catch (error) {
      this.logger.warn({ err: error }, 'the ledger does not say what was deposited');
      return null;
    }
  }

  /** What our accounts hold of deposits, as of a slot that has all which are booked; in nano-LIKE. */
  private async held(token: LikeToken, newestSlot: number): Promise<bigint | null> {
    const { accounts, openingsNano } = await findReserve(this.database.read, token);
    try {
      const baseUnits = await this.chain.anyOf((endpoint) =>
        this.chain.tokenBalances(endpoint, accounts, newestSlot),
      );
      return baseUnits * NANO_PER_BASE_UNIT - openingsNano;
    } catch (error) {
      this.logger.warn({ err: error }, 'solana does not say what our accounts hold');
      return null;
    }
  }
}
