import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { isKnownNetwork, rememberNetwork } from './known-networks.queries.js';
import { NetworkHasher } from './network-hasher.js';

/** The networks that members have signed in from. */
@Injectable()
export class KnownNetworks {
  constructor(private readonly hasher: NetworkHasher) {}

  /** Records where a member signs in from. */
  async remember(tx: Tx, memberId: number, origin: { readonly network: string }): Promise<void> {
    await rememberNetwork(tx, memberId, this.hasher.hash(origin.network));
  }

  /** Tells whether a member has signed in from there; false if there is no such member. */
  has(tx: Tx, memberId: number | null, network: string): Promise<boolean> {
    return this.hasHashed(tx, memberId, this.hasher.hash(network));
  }

  /** {@link has} for a network that is known by its keyed hash alone. */
  hasHashed(tx: Tx, memberId: number | null, hash: string): Promise<boolean> {
    return isKnownNetwork(tx, memberId, hash);
  }
}
