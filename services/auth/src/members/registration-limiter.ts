import type { Origin } from '@likewell/contracts/auth/origin';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { rejectFor } from '../networks/reject-for.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { countUse } from '../networks/use-counts.js';

/** Limits the new members of each network, in whatever way they register. */
@Injectable()
export class RegistrationLimiter {
  constructor(private readonly networks: NetworkHasher) {}

  /**
   * Counts the member whom this transaction creates for each of their networks, the smallest first.
   * @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details; nothing is counted then
   */
  async count(tx: Tx, { registrations }: Origin): Promise<void> {
    for (const { network, ...limit } of registrations) {
      rejectFor(await countUse(tx, `registration:${this.networks.hash(network)}`, limit));
    }
  }
}
