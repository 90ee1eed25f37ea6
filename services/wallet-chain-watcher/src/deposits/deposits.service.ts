import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { timeLeftMs } from '@likewell/service-kit/telemetry/request-context';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { LikeMint } from '../own-accounts/like-mint.js';
import { OwnAccountsService } from '../own-accounts/own-accounts.service.js';
import { depositCodeOf, findDepositCode } from './deposit-codes.queries.js';
import { depositMemo } from './deposit-memo.js';
import { depositSwitch } from './deposit-switch.js';
import { isFinal, type FinalState } from './deposit-settler.js';
import { DepositWaiters, type WaitOutcome } from './deposit-waiters.js';
import { findDeposits } from './deposits.queries.js';
import { readSignature, signatureText } from '../solana/signature.js';

/** Time reserved before the caller's deadline to read the balance and to respond. */
const TO_RESPOND_MS = 2500;

@Injectable()
export class DepositsService {
  constructor(
    private readonly mint: LikeMint,
    private readonly ownAccounts: OwnAccountsService,
    private readonly waiters: DepositWaiters,
    private readonly database: Database,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  /**
   * Waits, until the caller's deadline at most, for a chain transaction that a member reports as their
   * deposit.
   * @param text its signature in base58
   * @throws AppError that says why it is not their deposit, OVERLOADED when too many wait, PAUSED by an
   *   operator, UNAVAILABLE while this replica has not seen the mint and so could only wait
   */
  async report(memberId: number, text: string) {
    const bytes = readSignature(text);
    if (!bytes) throw new AppError(watcherErrors.SIGNATURE_INVALID);
    const outcome = await this.outcomeOf(signatureText(bytes));
    const state = stateFor(memberId, outcome);
    const known = typeof outcome === 'string' ? undefined : outcome.balanceNano;
    const balanceNano = known ?? (await this.rpc.call(getBalance, { memberId })).balanceNano;
    return { state, balanceNano };
  }

  /**
   * Returns where this member sends LIKE to, and with which memo, so that it becomes their deposit. All replicas
   * return the same, whatever their configuration.
   * @throws AppError PAUSED, so that nobody sends any meanwhile, UNAVAILABLE while this replica has not seen
   *   the mint
   */
  async addressFor(memberId: number) {
    await this.rejectIfPaused();
    const token = await this.mint.seenToken();
    const receivingWallet = await this.ownAccounts.currentWallet(token);
    const memo = depositMemo(await this.database.transaction((tx) => depositCodeOf(tx, memberId)));
    return { token, receivingWallet, memo };
  }

  /**
   * Returns the memo of a member who has requested an address before, even while deposits are paused; null
   * for other members.
   */
  async findMemo(memberId: number): Promise<string | null> {
    const code = await findDepositCode(this.database.read, memberId);
    return code === null ? null : depositMemo(code);
  }

  private async outcomeOf(signature: string): Promise<WaitOutcome> {
    const [known] = await findDeposits(this.database.read, [signature]);
    if (known && isFinal(known)) return known;
    await this.rejectIfPaused();
    await this.mint.seenToken();
    const maxMs = Math.min(this.config.depositWaitMs, timeLeftMs() - TO_RESPOND_MS);
    const outcome = await this.waiters.wait(signature, maxMs);
    if (outcome === 'waiting') await this.rejectIfPaused();
    return outcome;
  }

  private async rejectIfPaused(): Promise<void> {
    if (await depositSwitch.isPaused(this.database.read)) throw depositSwitch.error();
  }
}

/** Returns the state to report to the member. @throws AppError */
function stateFor(memberId: number, outcome: WaitOutcome): 'credited' | 'waiting' {
  if (outcome === 'waiting') return 'waiting';
  if (outcome === 'unknown') throw new AppError(watcherErrors.DEPOSIT_NOT_FOUND);
  const { state } = outcome;
  if (state !== 'credited' && state !== 'claimed') throw new AppError(REJECTIONS[state]);
  if (outcome.memberId !== memberId) throw new AppError(watcherErrors.DEPOSIT_OF_ANOTHER_MEMBER);
  return 'credited';
}

const REJECTIONS: Record<Exclude<FinalState, 'credited' | 'claimed'>, ErrorDefinition> = {
  failed: watcherErrors.DEPOSIT_FAILED,
  nothing: watcherErrors.NOTHING_RECEIVED,
  unclaimed: watcherErrors.DEPOSIT_UNCLAIMED,
};
