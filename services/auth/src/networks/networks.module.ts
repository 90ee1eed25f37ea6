import { Module } from '@nestjs/common';
import { GuessCounter } from './guess-counter.js';
import { KnownNetworks } from './known-networks.js';
import { NetworkHasher } from './network-hasher.js';
import { NetworksJobs } from './networks.jobs.js';
import { UseCounter } from './use-counter.js';

/** The networks that people come from, and what is counted for them. */
@Module({
  providers: [NetworkHasher, KnownNetworks, UseCounter, GuessCounter, NetworksJobs],
  exports: [NetworkHasher, KnownNetworks, UseCounter, GuessCounter],
})
export class NetworksModule {}
