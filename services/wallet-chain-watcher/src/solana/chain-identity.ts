import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { Chain } from './chain.js';
import { LAPTOP_CHAIN } from './laptop-chain.js';

/** Result of asking the endpoints which chain they serve. */
export interface ChainCheck {
  /** Reason why this chain cannot be used, or null. */
  readonly problem: string | null;
  /** True when every endpoint has responded by now. */
  readonly isComplete: boolean;
}

/**
 * Checks by the genesis hash which chain the endpoints serve, so that production never runs on a
 * local chain or the reverse.
 */
@Injectable()
export class ChainIdentity {
  /** Genesis hashes by the endpoint's position in the list. */
  private readonly hashes = new Map<number, string>();

  constructor(
    private readonly chain: Chain,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  /**
   * Asks the endpoints that have not responded yet; one response is enough to continue. After a problem all
   * are asked again: the wrong one may have been corrected, or may have responded wrongly only once.
   * @throws RpcFailure when none has responded
   */
  async check(): Promise<ChainCheck> {
    const { endpoints } = this.chain;
    const asked = await Promise.allSettled(
      endpoints.map(async (endpoint, index) => {
        if (!this.hashes.has(index)) this.hashes.set(index, await this.chain.genesisHash(endpoint));
      }),
    );
    const failed = asked.filter((result) => result.status === 'rejected');
    if (this.hashes.size === 0) throw failed[0]?.reason;
    const problem = this.problemOf(new Set(this.hashes.values()));
    if (problem !== null) this.hashes.clear();
    return { problem, isComplete: failed.length === 0 };
  }

  private problemOf(hashes: ReadonlySet<string>): string | null {
    if (hashes.size > 1) return 'its nodes serve different chains; name nodes of one';
    const isLaptop = hashes.has(LAPTOP_CHAIN.genesisHash);
    const { ENVIRONMENT, LIKE_MINT, RECEIVING_WALLET } = this.config;
    if (ENVIRONMENT === 'production' && isLaptop) return 'it is the stand-in of a laptop; name a real node';
    if (!isLaptop && LIKE_MINT === LAPTOP_CHAIN.mint)
      return "LIKE_MINT is a laptop's; name that of this chain";
    if (!isLaptop && RECEIVING_WALLET === LAPTOP_CHAIN.receivingWallet)
      return "RECEIVING_WALLET is a laptop's; name your own wallet on this chain";
    return null;
  }
}
