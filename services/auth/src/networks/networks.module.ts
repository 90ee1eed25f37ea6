import { Module } from '@nestjs/common';
import { KnownNetworks } from './known-networks.js';
import { NetworkHasher } from './network-hasher.js';
import { NetworksJobs } from './networks.jobs.js';
import { UseCounter } from './use-counter.js';

/** The networks that people come from, and what is counted for them. */
@Module({
  providers: [NetworkHasher, KnownNetworks, UseCounter, NetworksJobs],
  exports: [NetworkHasher, KnownNetworks, UseCounter],
})
export class NetworksModule {}
