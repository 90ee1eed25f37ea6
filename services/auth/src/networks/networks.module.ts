import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { GuessCounter } from './guess-counter.js';
import { deleteUnusedNetworks } from './known-networks.queries.js';
import { KnownNetworks } from './known-networks.js';
import { NetworkHasher } from './network-hasher.js';
import { UseCounter } from './use-counter.js';
import { deleteExpiredCounts } from './use-counts.queries.js';

/** The networks that people come from, and what is counted for them. */
@Module({
  providers: [
    NetworkHasher,
    KnownNetworks,
    UseCounter,
    GuessCounter,
    deletesOld('NetworksJobs', deleteExpiredCounts),
    deletesOld('NetworksJobs', deleteUnusedNetworks),
  ],
  exports: [NetworkHasher, KnownNetworks, UseCounter, GuessCounter],
})
export class NetworksModule {}
