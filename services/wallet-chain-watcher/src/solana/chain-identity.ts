import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { Chain } from './chain.js';
import { LAPTOP_CHAIN } from './laptop-chain.js';

/** What the endpoints say about which chain they serve. */
export interface ChainCheck {
  /** Why this chain cannot be used, or null. */
  readonly problem: string | null;
  /** Whether every endpoint has answered by now. */
  readonly isComplete: boolean;
}

/** Which chain the endpoints serve, by its genesis hash: people's money and a laptop's never meet. */
@Injectable()
export class ChainIdentity {
  /** By the endpoint's place in the list. */
  private readonly hashes = new Map<number, string>();

  constructor(
    private readonly chain: Chain,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  /**
   * Asks the endpoints that have not answered yet; one that answers is enough to go on.
   * @throws RpcFailure when none has
   */
  async check(): Promise<ChainCheck> {
    const { endpoints } = this.chain;
    const asked = await Promise.allSettled(
      endpoints.map(async (endpoint, place) => {
        if (!this.hashes.has(place)) this.hashes.set(place, await this.chain.genesisHash(endpoint));
      }),
    );
    const failed = asked.filter((result) => result.status === 'rejected');
    if (this.hashes.size === 0) throw failed[0]?.reason;
    return { problem: this.problemOf(new Set(this.hashes.values())), isComplete: failed.length === 0 };
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
