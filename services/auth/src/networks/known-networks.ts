import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { isKnownNetwork, rememberNetwork } from './known-networks.queries.js';
import { NetworkHasher } from './network-hasher.js';

/** The networks that members have signed in from. */
@Injectable()
export class KnownNetworks {
  constructor(private readonly hasher: NetworkHasher) {}

  /** Remembers where a member signs in from, if the gateway has told. */
  async remember(tx: Tx, memberId: number, origin: { readonly network: string } | undefined): Promise<void> {
    if (origin) await rememberNetwork(tx, memberId, this.hasher.hash(origin.network));
  }

  /** Whether a member has signed in from there; false where there is no such member. */
  has(tx: Tx, memberId: number | null, network: string): Promise<boolean> {
    return isKnownNetwork(tx, memberId, this.hasher.hash(network));
  }
}
