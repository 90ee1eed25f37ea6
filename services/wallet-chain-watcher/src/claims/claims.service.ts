import { AppError } from '@likewell/contracts/core/app-error';
import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Deposit } from '../deposits/deposit.js';
import { depositSwitch } from '../deposits/deposit-switch.js';
import { DepositSettler } from '../deposits/deposit-settler.js';
import { claimSentBy } from '../deposits/unclaimed-deposits.js';
import { ProofsService, type SignedText } from '../proofs/proofs.service.js';
import { hashProofText } from '../proofs/wallet-proof.js';
import { WalletsService } from '../wallets/wallets.service.js';
import { findClaim, findLastClaim, saveClaim, type ClaimResponse, type Claimant } from './claims.queries.js';

interface Claim {
  readonly response: ClaimResponse;
  /** The deposits to report to the ledger; empty when the claim was made before. */
  readonly deposits: readonly Deposit[];
}

/** Assigns unclaimed deposits to the member who holds the keys of all wallets that sent them. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly database: Database,
    private readonly proofs: ProofsService,
    private readonly wallets: WalletsService,
    private readonly settler: DepositSettler,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Claims the unclaimed deposits of a wallet. The claim is valid once it is committed: if the ledger is
   * unavailable, it is told later, and the response has no balance. A repeated claim, with the same proof or
   * a new one, gets the first response.
   * @throws AppError WALLET_INVALID, WALLET_PROOF_REFUSED, WALLET_OF_ANOTHER_MEMBER, NOTHING_TO_CLAIM, PAUSED
   *   by an operator: then the proof is not spent
   */
  async claim(claimant: Claimant, signed: SignedText) {
    const { response, deposits } = await this.database.transaction(async (tx) => {
      if (await depositSwitch.isPaused(tx)) throw depositSwitch.error();
      return this.claimWithin(tx, claimant, signed);
    });
    return { ...response, balanceNano: await this.notifyLedger(claimant.memberId, deposits) };
  }

  private async claimWithin(tx: Tx, claimant: Claimant, signed: SignedText): Promise<Claim> {
    const hash = hashProofText(signed.message);
    if (!(await this.proofs.trySpend(tx, { ...claimant, purpose: 'claim' }, signed))) {
      const first = await findClaim(tx, claimant, hash);
      if (!first) throw new AppError(watcherErrors.WALLET_PROOF_REFUSED);
      return { response: first, deposits: [] };
    }
    const { memberId, address } = claimant;
    const owner = await this.wallets.ownerOf(tx, address);
    if (owner !== null && owner !== memberId) throw new AppError(watcherErrors.WALLET_OF_ANOTHER_MEMBER);
    const deposits = await claimSentBy(tx, memberId, address);
    const response = deposits.length > 0 ? sum(deposits) : await findLastClaim(tx, claimant);
    if (!response) throw new AppError(watcherErrors.NOTHING_TO_CLAIM);
    await saveClaim(tx, claimant, hash, response);
    return { response, deposits };
  }

  /** Returns the balance after the claim; null when the ledger does not respond in time. */
  private async notifyLedger(memberId: number, deposits: readonly Deposit[]): Promise<bigint | null> {
    try {
      if (deposits.length > 0) await this.settler.settle(deposits.map(({ signature }) => signature));
      return (await this.rpc.call(getBalance, { memberId })).balanceNano;
    } catch (error) {
      this.logger.warn({ err: error, memberId }, 'a claim stands, and the balance after it is not known');
      return null;
    }
  }
}

function sum(deposits: readonly Deposit[]): ClaimResponse {
  return {
    claimed: deposits.length,
    claimedNano: deposits.reduce((total, { amountNano }) => total + amountNano, 0n),
  };
}
