import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { deleteUnusedNetworks } from './known-networks.queries.js';
import { KnownNetworks } from './known-networks.js';
import { NetworkHasher } from './network-hasher.js';
import { deleteExpiredCounts } from './use-counts.js';

/** The networks that requests come from, and the counts for them. */
@Module({
  providers: [
    NetworkHasher,
    KnownNetworks,
    deletesOld('NetworksJobs', deleteExpiredCounts),
    deletesOld('NetworksJobs', deleteUnusedNetworks),
  ],
  exports: [NetworkHasher, KnownNetworks],
})
export class NetworksModule {}
