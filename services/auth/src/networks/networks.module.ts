import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Global, Module } from '@nestjs/common';
import { deleteUnusedNetworks } from './known-networks.js';
import { NetworkHasher } from './network-hasher.js';
import { deleteExpiredCounts } from './use-counts.js';

/** The networks that requests come from, and the counts for them. */
@Global()
@Module({
  providers: [
    NetworkHasher,
    deletesOld('NetworkCountsJobs', deleteExpiredCounts),
    deletesOld('NetworksJobs', deleteUnusedNetworks),
  ],
  exports: [NetworkHasher],
})
export class NetworksModule {}
