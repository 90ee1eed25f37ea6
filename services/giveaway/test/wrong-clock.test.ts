import { ProcessState } from '@likewell/service-kit/process/process-state';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { DrawRunner } from '../src/draws/draw-runner.js';
import { DrawsJobs } from '../src/draws/draws.jobs.js';
import {
  atNoonPlus,
  chainAround,
  CONFIRMED,
  GiveawayUnderTest,
  HOUR,
  MINUTE,
  SNAPSHOT,
} from './giveaway-under-test.js';

const DAY = 24 * HOUR;

let giveaway: GiveawayUnderTest;
let runner: DrawRunner;
let id: number;

beforeEach(async () => {
  giveaway = await GiveawayUnderTest.start([chainAround(CONFIRMED), chainAround(CONFIRMED)], {
    hasService: false,
  });
  runner = giveaway.newRunner();
  id = await giveaway.enter(['alice', 'bob', 'carol']);
});
afterEach(async () => {
  vi.useRealTimers();
  await giveaway.stop();
});

const putProcessClock = (seconds: number) => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
};

it.each([
  ['behind', -6 * MINUTE],
  ['ahead of', 6 * MINUTE],
])('no snapshot is taken while a process is minutes %s Postgres', async (_, seconds) => {
  await giveaway.setNow(SNAPSHOT);
  putProcessClock(seconds);
  await expect(runner.step()).rejects.toThrow(/36\d s apart/);
  expect((await giveaway.operator.giveaways.find(id)).commitment).toBeNull();
  putProcessClock(Math.sign(seconds) * 4 * MINUTE);
  expect(await runner.step()).toBe(true);
  expect((await giveaway.operator.giveaways.find(id)).commitment).not.toBeNull();
});

it('no noon is passed over meanwhile', async () => {
  await giveaway.setNow(SNAPSHOT);
  expect(await runner.step()).toBe(true);
  const { drawAt } = await giveaway.operator.giveaways.find(id);
  for (const source of giveaway.sources) source.faults = { endpoint: { tip: 'error' } };
  putProcessClock(-2 * DAY);
  for (const hours of [1, 3, 5, 7, 48]) {
    await giveaway.setNow(atNoonPlus(hours * HOUR));
    await expect(runner.step()).rejects.toThrow(/s apart/);
  }
  expect((await giveaway.operator.giveaways.find(id)).drawAt).toEqual(drawAt);
});

it('what is overdue meanwhile is shown', async () => {
  const metrics = new Metrics('test');
  const { database, clock } = giveaway.operator;
  const jobs = new DrawsJobs(runner, database, clock, new ProcessState(), metrics);
  await giveaway.setNow(new Date(SNAPSHOT.getTime() + 5 * HOUR * 1000));
  putProcessClock(-6 * MINUTE);
  await expect(jobs.runDraws()).rejects.toThrow(/s apart/);
  const overdue = await metrics.registry.getSingleMetric('likewell_giveaway_overdue_seconds')?.get();
  expect(overdue?.values).toEqual([{ labels: {}, value: 5 * HOUR }]);
});
