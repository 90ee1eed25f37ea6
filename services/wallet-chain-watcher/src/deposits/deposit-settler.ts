import { AppError } from '@likewell/contracts/core/app-error';
import { ledgerErrors } from '@likewell/contracts/tipping-ledger/errors';
import { claimDeposit, creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Inject, Injectable } from '@nestjs/common';
import { ChainJudge, type NoVerdict } from './chain-judge.js';
import { depositSwitch } from './deposit-switch.js';
import type { Deposit, DepositState } from './deposit.js';
import { putOff } from './deposit-queue.queries.js';
import { findDeposits, markOwned, markUnclaimed, storeVerdicts } from './deposits.queries.js';
import type { Verdict } from './judge-deposit.js';

/** Status of a signature after an attempt to settle it. */
export interface DepositStatus {
  readonly state: DepositState | NoVerdict;
  readonly memberId: number | null;
  /** The member's balance, when the ledger has just returned it with their only deposit. */
  readonly balanceNano?: bigint | undefined;
}

/** Where the ledger has booked a deposit. */
interface Booking {
  /** True when no member has it: no owner was known, or the owner's account is closed. */
  readonly isUnclaimed: boolean;
  /** Balance of the account that has it. */
  readonly balanceNano: bigint;
}

/**
 * Balances by member. Undefined for one who has several deposits at once: which of them the ledger has booked last,
 * and so which response has them all, is not known.
 */
type Balances = Map<number | null, bigint | undefined>;

const FINAL = ['failed', 'nothing', 'credited', 'unclaimed', 'claimed'] as const satisfies DepositState[];
export type FinalState = (typeof FINAL)[number];
export type FinalStatus = DepositStatus & { readonly state: FinalState };

/** Returns true when nothing is left to do. */
export const isFinal = (status: DepositStatus): status is FinalStatus =>
  FINAL.some((state) => state === status.state);

/**
 * Settles deposits, for every caller: a member's report, the scanner, or the run after a crash. Each step is
 * committed in Postgres before the next begins, and each may be repeated: the amount and the owner of a
 * deposit are fixed once; the ledger credits a signature once; only then that is recorded here.
 */
@Injectable()
export class DepositSettler {
  constructor(
    private readonly database: Database,
    private readonly judge: ChainJudge,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Takes each signature as far as possible now, and returns its status. */
  async settle(signatures: readonly string[]): Promise<Map<string, DepositStatus>> {
    let known = byState(await findDeposits(this.database.read, signatures));
    const unjudged = signatures.filter((signature) => (known.get(signature)?.state ?? 'seen') === 'seen');
    const judgements = await this.judgeAll(unjudged);
    if (judgements.size > 0) known = byState(await findDeposits(this.database.read, signatures));
    const balances = await this.notifyLedger([...known.values()]);
    const settled = byState(await findDeposits(this.database.read, signatures));
    return new Map(
      signatures.map((signature) => {
        const status = statusOf(settled.get(signature), judgements.get(signature));
        return [signature, { ...status, balanceNano: balances.get(status.memberId) }];
      }),
    );
  }

  private async judgeAll(signatures: readonly string[]): Promise<Map<string, Verdict | NoVerdict>> {
    if (signatures.length === 0) return new Map();
    const { version, bySignature } = await this.judge.judge(signatures);
    const verdicts = new Map([...bySignature].filter(isVerdict));
    const isStored =
      verdicts.size === 0 || (await this.database.transaction((tx) => storeVerdicts(tx, verdicts, version)));
    // The list of our accounts has changed meanwhile, so these verdicts no longer hold.
    if (!isStored) for (const signature of verdicts.keys()) bySignature.set(signature, 'unavailable');
    return bySignature;
  }

  /**
   * Has the ledger credit the judged deposits, and returns the balances of their owners. While deposits are
   * paused the ledger is not told: judged deposits keep their state and are due again when the pause ends.
   */
  private async notifyLedger(deposits: readonly Deposit[]): Promise<Balances> {
    const balances: Balances = new Map();
    if (await depositSwitch.isPaused(this.database.read)) {
      const judged = deposits.filter(({ state }) => state !== 'seen').map(({ signature }) => signature);
      if (judged.length > 0) await this.database.transaction((tx) => putOff(tx, judged, 'again'));
      return balances;
    }
    const credit = (deposit: Deposit) => this.rpc.call(creditDeposit, deposit);
    const unclaimed = await this.book(deposits, 'judged', balances, credit);
    // Only now may the owner of some have been found.
    const late = unclaimed.length > 0 ? await findDeposits(this.database.read, unclaimed) : [];
    await this.book([...deposits, ...late], 'claiming', balances, (deposit) => this.claim(deposit));
    return balances;
  }

  /** Has the ledger move the deposit to its member. If the member has left for good, it stays unclaimed. */
  private async claim({ signature, memberId }: Deposit): Promise<Booking> {
    try {
      const { balanceNano } = await this.rpc.call(claimDeposit, { signature, memberId: memberId ?? 0 });
      return { balanceNano, isUnclaimed: false };
    } catch (error) {
      if (!(error instanceof AppError) || !error.is(ledgerErrors.MEMBER_LEFT)) throw error;
      return { balanceNano: 0n, isUnclaimed: true };
    }
  }

  /**
   * Books the deposits in this state, and records where the ledger has those that it has accepted. Returns the
   * signatures of those that it keeps unclaimed.
   */
  private async book(
    deposits: readonly Deposit[],
    from: 'judged' | 'claiming',
    balances: Balances,
    call: (deposit: Deposit) => Promise<Booking>,
  ): Promise<string[]> {
    const waiting = deposits.filter(({ state }) => state === from);
    const responses = await Promise.all(
      waiting.map(async (deposit) => {
        const { signature, memberId } = deposit;
        try {
          const { balanceNano, isUnclaimed } = await call(deposit);
          return [{ signature, memberId, balanceNano, isUnclaimed: isUnclaimed || memberId === null }];
        } catch (error) {
          this.logger.warn({ err: error, signature }, 'the ledger did not take a deposit; later');
          return [];
        }
      }),
    );
    const accepted = responses.flat();
    const owned = accepted.filter(({ isUnclaimed }) => !isUnclaimed);
    const unclaimed = accepted.filter(({ isUnclaimed }) => isUnclaimed);
    for (const { memberId, balanceNano } of owned)
      balances.set(memberId, balances.has(memberId) ? undefined : balanceNano);
    const signatures = owned.map(({ signature }) => signature);
    if (owned.length > 0) await this.database.transaction((tx) => markOwned(tx, signatures, from));
    if (unclaimed.length > 0) await this.database.transaction((tx) => markUnclaimed(tx, unclaimed));
    return unclaimed.map(({ signature }) => signature);
  }
}

const byState = (deposits: readonly Deposit[]) =>
  new Map(deposits.map((deposit) => [deposit.signature, deposit]));

const isVerdict = (entry: [string, Verdict | NoVerdict]): entry is [string, Verdict] =>
  typeof entry[1] !== 'string';

function statusOf(deposit: Deposit | undefined, judgement: Verdict | NoVerdict | undefined): DepositStatus {
  if (deposit && deposit.state !== 'seen') return deposit;
  if (typeof judgement === 'string') return { state: judgement, memberId: null };
  // Only a transaction that is no deposit is not stored.
  return {
    state: judgement && judgement.outcome !== 'deposit' ? judgement.outcome : 'unsettled',
    memberId: null,
  };
}
