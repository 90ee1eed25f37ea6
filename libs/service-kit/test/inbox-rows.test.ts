import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { randomUUID } from 'node:crypto';
import { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import * as inbox from '../src/events/inbox-rows.js';
import { createLogger } from '../src/telemetry/logger.js';
import { tallySchema } from './tally.js';

/** Longer than any pause of the machine between two statements. */
const TURN_MS = 60_000;
const LEASE_MS = 60_000;

let schema: TestSchema;
let database: Database;

beforeAll(async () => {
  schema = await createTestSchema('tally', tallySchema);
  const options = { url: schema.url, poolSize: 4, applicationName: 'tally' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

const claim = () => database.transaction((tx) => inbox.claimCursor(tx, 'c', TURN_MS));
const claimedAgo = (ms: number) =>
  schema.owner.query(
    `UPDATE inbox_cursor SET claimed_at = now() - make_interval(secs => $1::float8 / 1000)`,
    [ms],
  );

describe('the look for gaps', () => {
  beforeEach(() => schema.owner.query('DELETE FROM inbox_cursor'));

  it('is one replica’s at a time, from the first one on', async () => {
    for (let round = 0; round < 3; round += 1) {
      const claims = await Promise.all([claim(), claim(), claim(), claim()]);
      expect(claims.filter((cursor) => cursor !== null)).toEqual(['0']);
      await claimedAgo(TURN_MS + 1000);
    }
  });

  it('stays with a replica that is still at it, and goes on where it came to', async () => {
    await claim();
    await claimedAgo(TURN_MS + 1000);
    await database.transaction((tx) => inbox.renewTurn(tx, 'c'));
    expect(await claim()).toBeNull();
    await claimedAgo(TURN_MS + 1000);
    await database.transaction((tx) => inbox.moveCursor(tx, 'c', 7, false));
    expect(await claim()).toBeNull();
    await claimedAgo(TURN_MS + 1000);
    expect(await claim()).toBe('7');
  });

  it('goes on after the clock was set back, and its age is not hidden', async () => {
    await claim();
    await schema.owner.query(`UPDATE inbox_cursor SET looked_at = now() + interval '1 hour'`);
    expect((await inbox.measureLooks(database.read, ['c'])).c).toBeGreaterThan(3500);
    await claimedAgo(-3_600_000);
    expect(await claim()).toBe('0');
    expect(await claim()).toBeNull();
  });

  it('is measured for the consumers that there are, not for one that was removed', async () => {
    await claim();
    await schema.owner.query(`INSERT INTO inbox_cursor (consumer) VALUES ('removed')`);
    expect(Object.keys(await inbox.measureLooks(database.read, ['c', 'new']))).toEqual(['c']);
  });

  it('never goes back, though a slower replica comes to its end later', async () => {
    await claim();
    await database.transaction((tx) => inbox.moveCursor(tx, 'c', 7, true));
    await database.transaction((tx) => inbox.moveCursor(tx, 'c', 5, true));
    await claimedAgo(TURN_MS + 1000);
    expect(await claim()).toBe('7');
  });
});

it('a failed event whose next attempt a clock set back has moved away is tried at once', async () => {
  const failed = { consumer: 'clock', id: randomUUID(), payload: 'payload', error: 'an error' };
  const due = () => database.transaction((tx) => inbox.claimDue(tx, 'clock', 6, LEASE_MS));
  await database.transaction((tx) => inbox.recordFailed(tx, failed));
  for (const [retryMs, payloads] of [
    [90_000, []],
    [3_600_000, ['payload']],
  ] as const) {
    await database.transaction((tx) => inbox.scheduleRetry(tx, failed, retryMs));
    expect(await due()).toEqual(payloads);
  }
});

it('a failed event that is due goes to one of those who ask at the same time', async () => {
  const payloads = Array.from({ length: 10 }, (_, index) => `payload ${index}`);
  for (const payload of payloads) {
    const failed = { consumer: 'c', id: randomUUID(), payload, error: 'an error' };
    await database.transaction(async (tx) => {
      await inbox.recordFailed(tx, failed);
      await inbox.scheduleRetry(tx, failed, 0);
    });
  }
  await database.transaction(async (first) => {
    const ofFirst = await inbox.claimDue(first, 'c', 6, LEASE_MS);
    // While the first one has not committed, the second one gets the others without waiting.
    const ofSecond = await database.transaction((second) => inbox.claimDue(second, 'c', 6, LEASE_MS));
    expect([ofFirst.length, ofSecond.length]).toEqual([6, 4]);
    expect([...ofFirst, ...ofSecond].sort()).toEqual(payloads);
  });
  expect(await database.transaction((tx) => inbox.claimDue(tx, 'c', 6, LEASE_MS))).toEqual([]);
});
