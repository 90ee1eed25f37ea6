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

/** Amounts that the last round saw; by now they must be booked and reported to the ledger. */
interface Seen {
  readonly toldNano: bigint;
  /** One amount per endpoint; null for an endpoint that did not respond. */
  readonly onChainNano: readonly (bigint | null)[];
}

/**
 * Compares, in both directions, the ledger's deposits with those that are booked here, and these with
 * what our accounts hold on chain, as each responding endpoint reports it: a shortage that only one
 * of them reports is shown too. The three are read at different moments, so deposits in progress do
 * not count as a difference.
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

  /**
   * Makes one comparison and shows it in the metrics. A side that does not respond keeps its last values.
   * @param token null while the mint cannot be seen: then the chain is not asked
   */
  async round(token: LikeToken | null): Promise<void> {
    const ledgerNano = await this.depositsOfLedger();
    const totals = await sumDeposits(this.database.read);
    const onChainNano = token ? await this.held(token, totals.newestSlot) : [];
    this.metrics.showTotals(totals);
    if (ledgerNano !== null) {
      const difference = compareWithLedger(ledgerNano, totals.bookedNano, this.last?.toldNano ?? null);
      this.metrics.showLedger(difference);
    }
    const [reserve] = onChainNano
      .flatMap((heldNano, index) => {
        if (heldNano === null) return [];
        const before = this.last?.onChainNano[index] ?? null;
        return [{ heldNano, difference: compareWithChain(heldNano, totals.bookedNano, before) }];
      })
      .sort((one, other) => Number(size(other.difference) - size(one.difference)));
    if (reserve) this.metrics.showReserve(reserve.heldNano, reserve.difference);
    if (ledgerNano !== null && reserve) this.metrics.showReconciled(new Date());
    this.last = { toldNano: totals.toldNano, onChainNano };
  }

  /** Clears the metrics, because another replica shows them now. */
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

  /**
   * Returns what our accounts hold from deposits according to each endpoint, in nano-LIKE, as of a slot that
   * includes all booked deposits.
   */
  private async held(token: LikeToken, newestSlot: number): Promise<(bigint | null)[]> {
    const { accounts, openingsNano } = await findReserve(this.database.read, token);
    return this.chain.allOf(async (endpoint) => {
      try {
        const baseUnits = await this.chain.tokenBalances(endpoint, accounts, newestSlot);
        return baseUnits * NANO_PER_BASE_UNIT - openingsNano;
      } catch (error) {
        this.logger.warn(
          { err: error, endpoint: endpoint.name },
          'solana does not say what our accounts hold',
        );
        return null;
      }
    });
  }
}

const size = (nano: bigint): bigint => (nano < 0n ? -nano : nano);
