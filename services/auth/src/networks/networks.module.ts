import { Module } from '@nestjs/common';
import { NetworksJobs } from './networks.jobs.js';
import { NetworkHasher } from './network-hasher.js';

/** The networks that people come from, and what is counted for them. */
@Module({ providers: [NetworkHasher, NetworksJobs], exports: [NetworkHasher] })
export class NetworksModule {}
