import { LOGGER } from '@likewell/service-kit/boot/service-definition';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { ChainTransaction } from '../domain/chain-transaction.js';
import { agree, judgeDeposit, type LikeToken, type Verdict } from '../domain/judge-deposit.js';
import { ChainMetrics } from '../outside/chain-metrics.js';
import { Chain } from '../outside/chain.js';
import { LikeMint } from '../outside/like-mint.js';
import type { BatchResult } from '../outside/rpc-endpoint.js';

/**
 * Why there is no verdict. `unknown`: no endpoint has it as finalized; `unsettled`: not all have it, or they disagree;
 * `unavailable`: one did not answer, or the mint has not been seen yet.
 */
export type NoVerdict = 'unknown' | 'unsettled' | 'unavailable';

/** Judges chain transactions by what every configured endpoint says of them. */
@Injectable()
export class ChainJudge {
  constructor(
    private readonly chain: Chain,
    private readonly mint: LikeMint,
    private readonly metrics: ChainMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A verdict for each signature on which all endpoints agree, and the reason for each without one. */
  async judge(signatures: readonly string[]): Promise<Map<string, Verdict | NoVerdict>> {
    const { token } = this.mint;
    if (!token) return new Map(signatures.map((signature) => [signature, 'unavailable']));
    const answers = await Promise.all(
      this.chain.endpoints.map((endpoint) => this.chain.transactions(endpoint, signatures)),
    );
    return new Map(
      signatures.map((signature, place) => {
        const said = answers.map((answer) => this.hear(signature, answer[place], token));
        return [signature, this.conclude(signature, said)];
      }),
    );
  }

  private hear(
    signature: string,
    answer: BatchResult<ChainTransaction | null> | undefined,
    token: LikeToken,
  ): Verdict | NoVerdict {
    if (!answer || 'failure' in answer) return 'unavailable';
    if (answer.value === null) return 'unknown';
    try {
      if (answer.value.transaction.signatures[0] !== signature) throw new Error('it is about another one');
      return judgeDeposit(answer.value, token);
    } catch (error) {
      this.metrics.disagreements.inc();
      this.logger.error({ err: error, signature }, 'an endpoint of solana contradicts itself');
      return 'unsettled';
    }
  }

  private conclude(signature: string, said: readonly (Verdict | NoVerdict)[]): Verdict | NoVerdict {
    const [first = 'unavailable', ...others] = said;
    if (said.includes('unavailable')) return 'unavailable';
    if (said.every((each) => each === 'unknown')) return 'unknown';
    if (typeof first === 'string' || others.some((each) => typeof each === 'string')) return 'unsettled';
    if (others.every((each) => typeof each !== 'string' && agree(first, each))) return first;
    this.metrics.disagreements.inc();
    this.logger.error(
      { signature },
      'the endpoints of solana disagree; nothing is credited until they agree',
    );
    return 'unsettled';
  }
}
