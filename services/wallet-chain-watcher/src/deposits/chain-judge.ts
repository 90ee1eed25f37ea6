import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { LikeMint } from '../own-accounts/like-mint.js';
import type { OwnAccounts } from '../own-accounts/own-accounts.js';
import { OwnAccountsService } from '../own-accounts/own-accounts.service.js';
import type { ChainTransaction } from '../solana/chain-transaction.js';
import { Chain } from '../solana/chain.js';
import type { LikeToken } from '../solana/like-token.js';
import type { BatchResult } from '../solana/rpc-endpoint.js';
import { DepositMetrics } from './deposit-metrics.js';
import { judgeDeposit, type Verdict } from './judge-deposit.js';

/**
 * Reason why there is no verdict. `unknown`: no endpoint has the transaction as finalized; `unsettled`: not
 * all endpoints have it, or they disagree; `unavailable`: an endpoint did not respond, or the mint has not
 * been seen yet; `unreadable`: an endpoint could not return this transaction, but could return others, or it has
 * a version that we do not know.
 */
export type NoVerdict = 'unknown' | 'unsettled' | 'unavailable' | 'unreadable';

/** The judgement of each signature, under this version of the list of our accounts. */
export interface Judgements {
  readonly version: number;
  readonly bySignature: Map<string, Verdict | NoVerdict>;
}

/** Judges chain transactions by the responses of all configured endpoints. */
@Injectable()
export class ChainJudge {
  constructor(
    private readonly chain: Chain,
    private readonly mint: LikeMint,
    private readonly ownAccounts: OwnAccountsService,
    private readonly metrics: DepositMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns a verdict for each signature on which all endpoints agree, and the reason for each without a verdict. */
  async judge(signatures: readonly string[]): Promise<Judgements> {
    const { token } = this.mint;
    if (!token) return { version: 0, bySignature: new Map(signatures.map((each) => [each, 'unavailable'])) };
    const own = await this.ownAccounts.find(token);
    const responses = await this.chain.allOf((endpoint) => this.chain.transactions(endpoint, signatures));
    const bySignature = new Map(
      signatures.map((signature, index) => {
        const verdicts = responses.map((response) => this.verdictOf(signature, response[index], token, own));
        return [signature, this.conclude(signature, verdicts)];
      }),
    );
    return { version: own.version, bySignature };
  }

  private verdictOf(
    signature: string,
    response: BatchResult<ChainTransaction | null> | undefined,
    token: LikeToken,
    own: OwnAccounts,
  ): Verdict | NoVerdict {
    if (!response) return 'unavailable';
    if ('failure' in response) return response.failure.kind === 'unreadable' ? 'unreadable' : 'unavailable';
    if (response.value === null) return 'unknown';
    try {
      if (response.value.transaction.signatures[0] !== signature) throw new Error('it is about another one');
      return judgeDeposit(response.value, token, own);
    } catch (error) {
      this.metrics.disagreements.inc();
      this.logger.error({ err: error, signature }, 'an endpoint of solana contradicts itself');
      return 'unsettled';
    }
  }

  private conclude(signature: string, verdicts: readonly (Verdict | NoVerdict)[]): Verdict | NoVerdict {
    const [first = 'unavailable'] = verdicts;
    for (const reason of ['unavailable', 'unreadable'] as const) if (verdicts.includes(reason)) return reason;
    if (verdicts.every((each) => isDeepStrictEqual(each, first))) return first;
    if (verdicts.some((each) => typeof each === 'string')) return 'unsettled';
    this.metrics.disagreements.inc();
    this.logger.error(
      { signature },
      'the endpoints of solana disagree; nothing is credited until they agree',
    );
    return 'unsettled';
  }
}
