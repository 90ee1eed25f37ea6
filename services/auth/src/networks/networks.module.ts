import { Module } from '@nestjs/common';
import { KnownNetworks } from './known-networks.js';
import { NetworkHasher } from './network-hasher.js';
import { NetworksJobs } from './networks.jobs.js';

/** The networks that people come from, and what is counted for them. */
@Module({ providers: [NetworkHasher, KnownNetworks, NetworksJobs], exports: [NetworkHasher, KnownNetworks] })
export class NetworksModule {}
