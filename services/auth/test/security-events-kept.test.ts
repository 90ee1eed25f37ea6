import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { endSession } from '@likewell/contracts/auth/sessions-rpc';
import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { openTestDatabase } from '@likewell/testing/test-database';
import { TestWallet } from '@likewell/testing/test-wallet';
import type { Type } from '@nestjs/common';
import pg from 'pg';
import { deleteOldSecurityEvents } from '../src/security-events/security-events.queries.js';
import { GENEROUS } from './start-auth.js';
import { PASSWORD, TrailUnderTest } from './trail-under-test.js';

let trail: TrailUnderTest;
/** Connected with the service's own role. */
let service: pg.Client;
beforeAll(async () => {
  trail = await TrailUnderTest.start();
  service = new pg.Client({ connectionString: trail.schema.url });
  await service.connect();
});
afterAll(async () => {
  await service.end();
  await trail.stop();
});

const HOUR_MS = 3_600_000;
const DENIED = { code: '42501' };
const all = async () => (await trail.schema.owner.query('SELECT * FROM security_event ORDER BY id')).rows;
const from = (network: string) => ({ network, device: 'firefox on linux' });

describe('the trail', () => {
  it.each([
    `UPDATE security_event SET kind = 'signed-in'`,
    'UPDATE security_event SET network = NULL WHERE false',
    'DELETE FROM security_event',
    'DELETE FROM security_event WHERE false',
    'TRUNCATE security_event',
    'SELECT FROM security_event FOR UPDATE',
    `INSERT INTO security_event (kind, count, done_by, at) VALUES ('signed-in', 1, 'member', now() - interval '2 years')`,
    `INSERT INTO security_event (kind, count, done_by, id) OVERRIDING SYSTEM VALUE VALUES ('signed-in', 1, 'member', 1)`,
    'DROP TABLE security_event',
    'ALTER TABLE security_event ALTER COLUMN kind DROP NOT NULL',
    'CREATE TRIGGER t BEFORE INSERT ON security_event EXECUTE FUNCTION suppress_redundant_updates_trigger()',
  ])('is not the service’s to change: %s', async (sql) => {
    await trail.join(from('192.0.2.1'));
    const before = await all();
    await expect(service.query(sql)).rejects.toMatchObject(DENIED);
    expect(await all()).toEqual(before);
  });

  it('is the service’s to add to and to read', async () => {
    await service.query(
      `INSERT INTO security_event (kind, count, done_by, method) VALUES ('sign-in-failed', 1, 'visitor', 'google')`,
    );
    const { rows } = await service.query('SELECT kind FROM security_event ORDER BY id DESC LIMIT 1');
    expect(rows).toEqual([{ kind: 'sign-in-failed' }]);
  });

  it('lets go what is older than 400 days, and nothing else, whatever the service has it believe', async () => {
    const { memberId } = await trail.join(from('192.0.2.2'));
    const add = (days: number) =>
      trail.schema.owner.query(
        `INSERT INTO security_event (member_id, kind, count, done_by, at)
         VALUES ($1, 'signed-in', 1, 'member', now() - make_interval(days => $2))`,
        [memberId, days],
      );
    for (const days of [401, 399, 0]) await add(days);
    const before = await all();
    await service.query('CREATE TEMP TABLE security_event (id bigint, at timestamptz)');
    await service.query(`INSERT INTO pg_temp.security_event VALUES (1, now() - interval '2 years')`);
    await service.query('SELECT delete_old_security_events()');
    const { rowCount } = await service.query('SELECT FROM pg_temp.security_event');
    await service.query('DROP TABLE pg_temp.security_event');
    expect(rowCount).toBe(1);
    expect(before.length - (await all()).length).toBe(1);
    expect((await trail.linesOf(memberId)).length).toBe(3);
  });

  it('lets all go that is old enough at once, however much came on one day', async () => {
    await trail.schema.owner.query(
      `INSERT INTO security_event (kind, count, done_by, at)
       SELECT 'sign-in-failed', 1, 'visitor', now() - interval '401 days' FROM generate_series(1, 10001)`,
    );
    const database = await openTestDatabase(trail.schema.url, 1);
    const Job = deletesOld('TestJobs', deleteOldSecurityEvents) as Type<{ run(): Promise<boolean> }>;
    const job = new Job(database);
    while (await job.run());
    await database.dataSource.destroy();
    const old = `SELECT FROM security_event WHERE at < now() - interval '400 days'`;
    expect((await trail.schema.owner.query(old)).rowCount).toBe(0);
  });

  it('knows networks as everything else here does, and a browser differently for each member', async () => {
    const [one, two] = [await trail.join(from('192.0.2.3')), await trail.join(from('192.0.2.3'))];
    const [[first], [second]] = [await trail.linesOf(one.memberId), await trail.linesOf(two.memberId)];
    const { rows } = await trail.schema.owner.query(
      'SELECT network FROM known_network WHERE member_id = $1',
      [one.memberId],
    );
    expect(rows).toEqual([{ network: first?.network }]);
    expect(second?.network).toBe(first?.network);
    expect(second?.device).not.toBe(first?.device);
  });

  it('holds nothing of what people typed or sent, wherever they did', async () => {
    const canary = {
      username: 'canary_bird',
      email: 'canary-address@example.org',
      password: 'canary-password-7f3a',
      network: '203.0.113.77',
      device: 'canary on firefox',
    };
    const origin = { network: canary.network, device: canary.device };
    const { memberId, tokenHash } = await trail.join(origin, canary.username, canary.email);
    await trail.logIn(canary.email, origin);
    for (const name of [canary.username, canary.email, canary.password, 'canary-of-nobody'])
      await trail.logIn(name, origin, canary.password).catch(() => undefined);
    const wallet = new TestWallet();
    await trail.signInWithWallet(wallet, origin);
    await trail.signInWithoutProof(wallet, origin).catch(() => undefined);
    await trail.signInWithGoogle({ name: 'Canary', email: 'canary@gmail.example' }, origin);
    await trail
      .signInElsewhere({ name: 'Canary', email: 'canary@gmail.example' }, origin)
      .catch(() => undefined);
    const change = { memberId, newPassword: canary.password, origin: { ...origin, ...GENEROUS } };
    await trail.bus.call(changePassword, { ...change, oldPassword: 'canary-guess' }).catch(() => undefined);
    await trail.bus.call(changePassword, { ...change, oldPassword: PASSWORD });
    await trail.bus.call(endSession, { tokenHash, origin });
    const { rows } = await trail.schema.owner.query<{ kept: string }>(
      `SELECT (SELECT string_agg(e::text, ' ') FROM security_event e)
         || (SELECT string_agg(key, ' ') FROM use_count) AS kept`,
    );
    const kept = rows[0]?.kept ?? '';
    expect(kept).toContain(String(memberId));
    for (const secret of [...Object.values(canary), 'canary', wallet.address, tokenHash, 'firefox', PASSWORD])
      expect(kept.toLowerCase()).not.toContain(secret.toLowerCase());
  });
});

describe('a flood of failures', () => {
  let networks = 0;
  const wallet = new TestWallet();
  const fail = (network: string) => trail.signInWithoutProof(wallet, { network }).catch(() => undefined);
  const failuresOf = async (network: string) => {
    const hash = trail.tools.events.placeOf(null, { network }).network;
    const lines = (await trail.linesOf(null)).filter((line) => line.network === hash);
    return lines.map(({ count }) => count);
  };

  /** Repeats the work with another network if the hour has changed meanwhile. */
  async function withinAnHour<T>(work: (network: string) => Promise<T>): Promise<T> {
    for (;;) {
      networks += 1;
      const hour = Math.floor(Date.now() / HOUR_MS);
      const result = await work(`198.51.100.${networks}`);
      if (Math.floor(Date.now() / HOUR_MS) === hour) return result;
    }
  }

  it('of one network leaves the first, second, fourth and so on', async () => {
    const counts = await withinAnHour(async (network) => {
      for (let index = 0; index < 20; index += 1) await fail(network);
      return failuresOf(network);
    });
    expect(counts).toEqual([1, 2, 4, 8, 16]);
  });

  it('leaves the same of as many at once', async () => {
    const { counted, counts } = await withinAnHour(async (network) => {
      await Promise.all(Array.from({ length: 70 }, () => fail(network)));
      // In one snapshot, since a busy machine may still count some whose callers no longer wait.
      const { rows } = await trail.schema.owner.query<{ current: string; counts: number[] }>(
        `SELECT current, ARRAY(SELECT count FROM security_event WHERE network = $1 AND member_id IS NULL) AS counts
         FROM use_count WHERE key LIKE '%' || $1`,
        [trail.tools.events.placeOf(null, { network }).network],
      );
      return { counted: Number(rows[0]?.current), counts: rows[0]?.counts ?? [] };
    });
    // A busy machine may not complete all of them in time.
    expect(counted).toBeGreaterThan(8);
    const powers = [1, 2, 4, 8, 16, 32, 64].filter((power) => power <= counted);
    expect(counts.sort((a, b) => a - b)).toEqual(powers);
  });

  it('is counted anew in the next hour', async () => {
    const counts = await withinAnHour(async (network) => {
      for (let index = 0; index < 3; index += 1) await fail(network);
      // Changes the count as if it were two hours old.
      await trail.schema.owner.query('UPDATE use_count SET window_number = window_number - 2');
      await fail(network);
      return failuresOf(network);
    });
    expect(counts).toEqual([1, 2, 1]);
  });

  it('of many networks ends with the replica’s share of the hour, and everything else goes on', async () => {
    const other = await TrailUnderTest.start({ maxFailuresAnHour: 5 });
    try {
      for (let index = 0; index < 12; index += 1)
        await other.signInWithoutProof(wallet, { network: `198.51.100.${index}` }).catch(() => undefined);
      expect(await other.linesOf(null)).toHaveLength(5);
      const { memberId, username } = await other.join(from('192.0.2.9'));
      await other.logIn(username, from('192.0.2.9'), 'a guess').catch(() => undefined);
      await other.logIn(username, from('192.0.2.9'));
      const lines = await other.linesOf(memberId);
      expect(lines.map(({ kind }) => kind)).toEqual(['registered', 'signed-in']);
    } finally {
      await other.stop();
    }
  });
});
