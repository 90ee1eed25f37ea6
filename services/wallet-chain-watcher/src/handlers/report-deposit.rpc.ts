import { AppError, type ErrorDefinition } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { reportDeposit } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { currentContext } from '@likewell/service-kit/telemetry/request-context';
import { Controller, Inject } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { decodeBase58 } from '../domain/base58.js';
import { findDeposits, signatureText } from '../storage/deposits.js';
import { isFinal } from '../watch/deposit-settler.js';
import { DepositWaiters, type WaitOutcome } from '../watch/deposit-waiters.js';

const SIGNATURE_BYTES = 64;
/** Kept back from the caller's deadline, to read the balance and to answer. */
const TO_ANSWER_MS = 2500;

@Controller()
export class ReportDepositHandler {
  constructor(
    private readonly waiters: DepositWaiters,
    private readonly database: Database,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  @Rpc(reportDeposit)
  async handle({
    memberId,
    signature: text,
  }: RpcInput<typeof reportDeposit>): Promise<RpcOutput<typeof reportDeposit>> {
    const bytes = decodeBase58(text, SIGNATURE_BYTES);
    if (!bytes) throw new AppError(watcherErrors.SIGNATURE_INVALID);
    const signature = signatureText(bytes);
    const state = stateFor(memberId, await this.outcomeOf(signature));
    const { balanceNano } = await this.rpc.call(getBalance, { memberId });
    return { state, balanceNano };
  }

  private async outcomeOf(signature: string): Promise<WaitOutcome> {
    const [known] = await findDeposits(this.database.read, [signature]);
    if (known && isFinal(known)) return known;
    const deadline = currentContext()?.deadline ?? Infinity;
    const maxMs = Math.min(this.config.DEPOSIT_WAIT_MS, deadline - Date.now() - TO_ANSWER_MS);
    return this.waiters.wait(signature, maxMs);
  }
}

/** What a member is told of it. @throws AppError */
function stateFor(memberId: number, outcome: WaitOutcome): 'credited' | 'waiting' {
  if (outcome === 'waiting') return 'waiting';
  if (outcome === 'unknown') throw new AppError(watcherErrors.DEPOSIT_NOT_FOUND);
  const refusal = REFUSALS[outcome.state];
  if (refusal) throw new AppError(refusal);
  if (outcome.memberId !== memberId) throw new AppError(watcherErrors.DEPOSIT_OF_ANOTHER_MEMBER);
  return 'credited';
}

const REFUSALS: Partial<Record<string, ErrorDefinition>> = {
  failed: watcherErrors.DEPOSIT_FAILED,
  nothing: watcherErrors.NOTHING_RECEIVED,
  unclaimed: watcherErrors.DEPOSIT_UNCLAIMED,
};
