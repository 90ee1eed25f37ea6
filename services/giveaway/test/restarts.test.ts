import { listGiveaways } from '@likewell/contracts/giveaway/rpc';
import { eventually } from '@likewell/testing/eventually';
import { drawWinners, seedOf, snapshotOf } from '../src/draws/draw.js';
import { insertEntries } from '../src/entries/entries.queries.js';
import {
  atNoonPlus,
  chainAround,
  CONFIRMED,
  GiveawayUnderTest,
  HOUR,
  MINUTE,
  SNAPSHOT,
} from './giveaway-under-test.js';

const ENTRIES = Array.from({ length: 500 }, (_, index) => `account_${index}`).sort();
const chain = chainAround(CONFIRMED);
const hash = chain.describe(chain.tip - CONFIRMED.length + 1)?.id ?? '';
const { commitment } = await snapshotOf(ENTRIES);
const seed = seedOf(commitment, hash);

let giveaway: GiveawayUnderTest;
afterEach(() => giveaway.stop());

const expectWholeDraw = async (id: number) =>
  expect(await giveaway.proof(id)).toMatchObject({
    giveaway: { status: 'drawn', commitment, entriesCount: 500 },
    block: { hash },
    seed,
    winners: await drawWinners(ENTRIES, seed, 7),
    postponements: [],
  });

it('a service that ends between any two steps goes on where it was, as another one', async () => {
  giveaway = await GiveawayUnderTest.start([chain], { drawsByItself: false });
  const id = await giveaway.enter(ENTRIES, 7);
  const steps = [SNAPSHOT, atNoonPlus(HOUR), atNoonPlus(HOUR)];
  for (const now of steps) {
    await giveaway.setNow(now);
    expect(await giveaway.newRunner().step()).toBe(true);
  }
  expect(await giveaway.newRunner().step()).toBe(false);
  await giveaway.service.addReplica();
  await expectWholeDraw(id);
});

it('a stop while a source is asked is no failure of the source, and does not wait for it', async () => {
  giveaway = await GiveawayUnderTest.start([chain], { sourceTimeoutMs: 20_000 });
  const id = await giveaway.enter(ENTRIES, 7);
  await giveaway.untilSnapshot(id);
  const { service, sources } = giveaway;
  for (const source of sources) source.faults = { endpoint: { blocks: 'hang' } };
  // After an hour of attempts a failed one postpones the draw.
  await service.schema.owner.query(
    `UPDATE giveaway SET trying_since = draw_at + interval '4 hours', tried_at = draw_at + interval '6 hours';
     UPDATE test_clock SET now = draw_at + interval '6 hours 1 minute' FROM giveaway`,
  );
  await eventually(() => expect(sources[0]?.requests).toBe(2));
  const begun = performance.now();
  await service.replica.stop();
  expect(performance.now() - begun).toBeLessThan(10_000);
  for (const source of sources) source.faults = {};
  await giveaway.setNow(atNoonPlus(6 * HOUR + 2 * MINUTE));
  await service.addReplica();
  await giveaway.untilStatus(id, 'drawn');
  await expectWholeDraw(id);
});

it('a step whose transaction is cut off has done nothing, and is done again', async () => {
  giveaway = await GiveawayUnderTest.start([chain], { drawsByItself: false });
  const id = await giveaway.enter(ENTRIES, 7);
  const runner = giveaway.newRunner();
  const { owner } = giveaway.service.schema;
  for (const [now, table, outcome] of [
    [SNAPSHOT, 'giveaway_entry', true],
    [atNoonPlus(HOUR), 'giveaway', expect.objectContaining({ code: 'UNAVAILABLE' })],
    [atNoonPlus(2 * HOUR), 'giveaway_winner', true],
  ] as const) {
    await giveaway.setNow(now);
    if (table === 'giveaway_winner') expect(await runner.step()).toBe(true);
    // The step waits for this lock with its transaction open; then its connection is closed.
    const client = await owner.connect();
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const step = runner.step().catch((error: unknown) => error);
    await eventually(async () => expect(await giveaway.service.schema.killConnections('waiting')).toBe(1));
    await client.query('ROLLBACK');
    client.release();
    // If the connection ends before the step has locked a giveaway, the step itself fails.
    expect(await step).toEqual(outcome);
    if (table === 'giveaway_entry') expect(await runner.step()).toBe(true);
  }
  while (await runner.step());
  await giveaway.service.addReplica();
  await expectWholeDraw(id);
});

it('four replicas whose connections are cut again and again draw twelve giveaways, each once', async () => {
  giveaway = await GiveawayUnderTest.start([chain]);
  const ids: number[] = [];
  const { database } = giveaway.operator;
  for (let number = 0; number < 12; number += 1) {
    const id = await giveaway.create(7);
    // All get the same entries, which no import would allow, so that all draw the same winners.
    await database.transaction((tx) => insertEntries(tx, id, ENTRIES));
    ids.push(id);
  }
  await Promise.all([1, 2, 3].map(() => giveaway.service.addReplica()));
  await giveaway.setNow(SNAPSHOT);
  const all = async (status: string) => {
    const { giveaways } = await giveaway.service.bus.call(listGiveaways, {});
    return giveaways.filter((one) => one.status === status).length === ids.length;
  };
  const allCommitted = async () => {
    const { rows } = await giveaway.service.schema.owner.query(
      'SELECT FROM giveaway WHERE commitment IS NULL',
    );
    return rows.length === 0;
  };
  for (let cuts = 0; !(await allCommitted()); cuts += 1) {
    if (cuts < 10) await giveaway.service.schema.killConnections();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // Later than the minute for which a replica that was cut off has claimed a noon, but never as late as 18:00,
  // which would put the draws off.
  for (let cuts = 0; !(await all('drawn').catch(() => false)); cuts += 1) {
    await giveaway.setNow(atNoonPlus(Math.min(HOUR + cuts * 61, 6 * HOUR - 1)));
    if (cuts < 10) await giveaway.service.schema.killConnections();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const id of ids) await expectWholeDraw(id);
});
