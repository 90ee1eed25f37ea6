import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { eventually } from '@likewell/testing/eventually';
import type { DrawRunner } from '../src/draws/draw-runner.js';
import {
  atNoonPlus,
  chainAround,
  CONFIRMED,
  GiveawayUnderTest,
  HOUR,
  MINUTE,
  SNAPSHOT,
} from './giveaway-under-test.js';

let giveaway: GiveawayUnderTest;
let metrics: Metrics;
let runner: DrawRunner;
/** The giveaway that is processed first. */
let broken: number;
let sound: number;

beforeEach(async () => {
  giveaway = await GiveawayUnderTest.start([chainAround(CONFIRMED)], {
    hasService: false,
    failedRestMs: 500,
  });
  metrics = new Metrics('test');
  runner = giveaway.newRunner(metrics);
  broken = await giveaway.enter(['alice', 'bob']);
  sound = await giveaway.enter(['carol', 'dave']);
});
afterEach(() => giveaway.stop());

const alter = (sql: string) => giveaway.schema.owner.query(sql);

/** Runs all steps that are due at a time. */
async function goOnAt(time: Date): Promise<void> {
  await giveaway.setNow(time);
  while (await runner.step());
}

async function isSettled(giveawayId: number, column: string): Promise<boolean> {
  const { rowCount } = await alter(`SELECT FROM giveaway WHERE id = ${giveawayId} AND ${column} IS NOT NULL`);
  return rowCount === 1;
}

/** Returns the steps that failed, as a dashboard shows them. */
async function failures(): Promise<string[]> {
  const counter = await metrics.registry.getSingleMetric('likewell_giveaway_failures_total')?.get();
  return (counter?.values ?? []).flatMap(({ labels, value }) => (value > 0 ? String(labels.step) : []));
}

it.each([
  ['snapshot', 'commitment'],
  ['block', 'block'],
  ['draw', 'seed'],
])(
  'a giveaway whose %s fails is counted and tried again, and keeps no other one waiting',
  async (step, column) => {
    await alter(`ALTER TABLE giveaway ADD CONSTRAINT broken CHECK (id <> ${broken} OR ${column} IS NULL)`);
    await goOnAt(SNAPSHOT);
    await goOnAt(atNoonPlus(HOUR));
    expect([await isSettled(broken, column), await isSettled(sound, 'seed')]).toEqual([false, true]);
    expect(await failures()).toEqual([step]);

    await alter('ALTER TABLE giveaway DROP CONSTRAINT broken');
    await eventually(async () => {
      await goOnAt(atNoonPlus(HOUR + 2 * MINUTE));
      expect(await isSettled(broken, column)).toBe(true);
    });
  },
);

it('a giveaway whose block cannot be read keeps no other one waiting either', async () => {
  await goOnAt(SNAPSHOT);
  await alter(`UPDATE giveaway SET block = '{}' WHERE id = ${broken}`);
  await goOnAt(atNoonPlus(HOUR));
  expect([await isSettled(broken, 'seed'), await isSettled(sound, 'seed')]).toEqual([false, true]);
  expect(await failures()).toEqual(['draw']);
});
