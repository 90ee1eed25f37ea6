import { Injectable, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import { Database, type Tx } from '../database/database.js';
import { findDecorated } from '../telemetry/find-decorated.js';
import { deletesOld } from './deletes-old.js';
import { EVERY } from './every.decorator.js';

const work: string[] = [];
const deletes = (what: string) => (): Promise<void> => {
  work.push(what);
  return Promise.resolve();
};

/** Records where a transaction begins and ends. */
@Injectable()
class TransactionsTold {
  async transaction(inside: (tx: Partial<Tx>) => Promise<void>): Promise<void> {
    work.push('begin');
    await inside({});
    work.push('commit');
  }
}

@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: Database, useClass: TransactionsTold },
    deletesOld('CountsJobs', deletes('counts')),
    deletesOld('NetworksJobs', deletes('networks')),
    deletesOld('UsernamesJobs', deletes('names'), 3_600_000),
  ],
})
class Service {}

it('each deletion is a job of its own, under its provider’s name, in a transaction of its own', async () => {
  const app = await NestFactory.createApplicationContext(Service, { logger: false });
  const jobs = findDecorated<number, () => Promise<void>>(app.get(DiscoveryService), EVERY);
  expect(jobs.map(({ owner, value }) => [owner, value])).toEqual([
    ['CountsJobs', 600_000],
    ['NetworksJobs', 600_000],
    ['UsernamesJobs', 3_600_000],
  ]);
  for (const { method } of jobs) await method();
  expect(work).toEqual(['counts', 'networks', 'names'].flatMap((what) => ['begin', what, 'commit']));
  await app.close();
});
