import { Injectable, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import { once, EventEmitter } from 'node:events';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../database/database.js';
import { createLogger } from '../telemetry/logger.js';
import { Metrics } from '../telemetry/metrics.js';
import { deletesOld } from './deletes-old.js';
import { Every } from './every.decorator.js';
import { findJobs } from './find-jobs.js';

const FULL_BATCH = 5000;
const HOUR_MS = 3_600_000;
const logger = createLogger('test', 'silent');
const rows = new EventEmitter();
let deletions = 0;

/** Deletes a full batch each time, once the test lets it. */
@Injectable()
class EndlessRows {
  async transaction(): Promise<number> {
    deletions += 1;
    rows.emit('asked');
    await once(rows, 'deleted');
    return FULL_BATCH;
  }
}

@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: Database, useClass: EndlessRows },
    deletesOld('EndlessJobs', () => Promise.resolve(), HOUR_MS),
  ],
})
class Service {}

it('a job that has more to do goes on at once, and a stop waits for its run alone', async () => {
  const app = await NestFactory.createApplicationContext(Service, { logger: false });
  const [worker] = findJobs(app.get(DiscoveryService), logger, new Metrics('test'));
  worker?.start();
  const second = once(rows, 'asked');
  rows.emit('deleted');
  await second;
  let isStopped = false;
  void worker?.stop().then(() => (isStopped = true));
  await turn();
  expect(isStopped).toBe(false);
  rows.emit('deleted');
  await turn();
  expect([isStopped, deletions]).toEqual([true, 2]);
  await app.close();
});

@Module({})
class Empty {}

/** Returns the names of the jobs of a service with these providers. */
async function namesOf(...providers: Provider[]): Promise<string[]> {
  const module = { module: Empty, imports: [DiscoveryModule], providers };
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  return findJobs(app.get(DiscoveryService), logger, new Metrics('test')).map(({ name }) => name);
}

/** Has two jobs. */
@Injectable()
class MailJobs {
  @Every(HOUR_MS)
  send(): Promise<void> {
    return Promise.resolve();
  }

  @Every(HOUR_MS)
  measure(): Promise<void> {
    return Promise.resolve();
  }
}

it('each job has a name of its own in the log', async () => {
  const database = { provide: Database, useClass: EndlessRows };
  const old = (name: string) => deletesOld(name, () => Promise.resolve());
  const names = ['MailJobs.send', 'MailJobs.measure', 'OldMailJobs.run'];
  expect(await namesOf(database, MailJobs, old('OldMailJobs'))).toEqual(names);
  await expect(namesOf(database, old('OldMailJobs'), old('OldMailJobs'))).rejects.toThrow('OldMailJobs.run');
});

/** Fails until the test has it mended. */
@Injectable()
class BrokenJobs {
  runs = 0;
  isMended = false;

  @Every(1)
  run(): Promise<void> {
    this.runs += 1;
    return this.isMended ? Promise.resolve() : Promise.reject(new Error('broken'));
  }
}

it('a job shows for how long it has failed without a break', async () => {
  const module = { module: Empty, imports: [DiscoveryModule], providers: [BrokenJobs] };
  const app = await NestFactory.createApplicationContext(module, { logger: false });
  const [metrics, jobs] = [new Metrics('test'), app.get(BrokenJobs)];
  const failing = async () =>
    (await metrics.registry.getSingleMetric('likewell_job_failing_seconds')?.get())?.values ?? [];
  const afterRuns = async (count: number) => {
    const until = jobs.runs + count;
    while (jobs.runs < until) await sleep(1);
    return failing();
  };
  const [worker] = findJobs(app.get(DiscoveryService), logger, metrics);
  worker?.start();
  const [before] = await afterRuns(3);
  expect(before).toEqual({ labels: { name: 'BrokenJobs.run' }, value: expect.any(Number) });
  expect((await afterRuns(3))[0]?.value).toBeGreaterThan(before?.value ?? NaN);
  jobs.isMended = true;
  expect((await afterRuns(2))[0]?.value).toBe(0);
  await worker?.stop();
  await app.close();
});
