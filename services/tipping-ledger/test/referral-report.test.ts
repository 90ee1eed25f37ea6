import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { awayFromMidnight } from '@likewell/testing/away-from-midnight';
import { eventually } from '@likewell/testing/eventually';
import { runScript } from '@likewell/testing/node-process';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { openTestDatabase } from '@likewell/testing/test-database';
import { join } from 'node:path';
import { referralReport } from '../src/cli/referral-report-command.js';
import { hashOf, LedgerUnderTest, LIKE } from './ledger-under-test.js';

interface Line {
  readonly network: string;
  readonly referrerId: number;
}

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start({ BONUSES_PER_NETWORK: '6' }));
});
afterAll(() => service.stop());
beforeEach(() => service.schema.owner.query('TRUNCATE newcomer'));

const report = async (...words: string[]) => {
  const database = await openTestDatabase(service.schema.url, 1);
  try {
    return await referralReport(database, words);
  } finally {
    await database.dataSource.destroy();
  }
};
const reported = async (...words: string[]) => JSON.parse(await report('format=json', ...words)) as Line[];

/** Opens accounts of members who come by this member's link from a network. */
async function bring(count: number, referrerId: number | null, network: string): Promise<number[]> {
  const members = Array.from({ length: count }, () => ledger.newId());
  for (const memberId of members)
    await service.bus.call(openAccount, { memberId, referrerId, network: hashOf(network) });
  return members;
}

/** Returns a new member with a post. */
async function author(): Promise<{ id: number; post: number }> {
  const id = await ledger.openMember();
  return { id, post: await ledger.publishPost(id) };
}

it('newcomers of one network who tip who referred them are shown with what went back, and a café is not', async () => {
  const [farmer, host, stranger] = [await author(), await author(), await author()];
  const farm = await bring(5, farmer.id, 'farm');
  const guests = await bring(4, host.id, 'café');
  await bring(1, farmer.id, 'a friend at home');
  await bring(3, null, 'a school, without a link');
  for (const member of farm) {
    await ledger.tip(member, farmer.post, 60n * LIKE);
    await ledger.tip(member, stranger.post, 5n * LIKE);
    await ledger.tip(member, farmer.post, 30n * LIKE);
  }
  for (const member of guests) await ledger.tip(member, stranger.post, 20n * LIKE);

  expect(await reported()).toEqual([
    {
      network: hashOf('farm'),
      referrerId: farmer.id,
      newcomers: 5,
      bonusesNano: (500n * LIKE).toString(),
      tippedNano: (475n * LIKE).toString(),
      toReferrerNano: (450n * LIKE).toString(),
      tips: 15,
      shareBps: 9000,
      isWhole: true,
    },
    expect.objectContaining({
      network: hashOf('café'),
      referrerId: host.id,
      newcomers: 4,
      tippedNano: (80n * LIKE).toString(),
      toReferrerNano: '0',
      shareBps: 0,
    }),
  ]);
  expect((await reported('newcomers=5')).map(({ referrerId }) => referrerId)).toEqual([farmer.id]);
  const folder = join(import.meta.dirname, '..');
  expect(await runScript(folder, 'cli/referral-report', { DATABASE_URL: service.schema.url })).toBe(
    [
      'network       referrer  newcomers  bonuses  tipped  to the referrer   share',
      `${hashOf('farm').slice(0, 12)}      ${farmer.id}          5      500     475              450  90.0 %`,
      `${hashOf('café').slice(0, 12)}      ${host.id}          4      400      80                0   0.0 %`,
      '',
    ].join('\n'),
  );
});

it('newcomers of one site are one group, whatever networks of it they come from', async () => {
  const farmer = await author();
  const site = hashOf('2001:db8:1::/48');
  for (let index = 0; index < 20; index += 1) {
    const [memberId, network] = [ledger.newId(), hashOf(`2001:db8:1:${index}::/64`)];
    await service.bus.call(openAccount, { memberId, referrerId: farmer.id, network, site });
    await ledger.tip(memberId, farmer.post, 90n * LIKE);
  }
  await bring(1, farmer.id, '2001:db8:2:1::/64');
  expect(await reported()).toEqual([
    expect.objectContaining({
      network: site,
      newcomers: 20,
      bonusesNano: (2000n * LIKE).toString(),
      shareBps: 9000,
    }),
  ]);
});

it('bonuses that are held back are none yet, and older newcomers are left out', async () => {
  // The six bonuses of a network are those of one day.
  await awayFromMidnight(30_000);
  const farmer = await author();
  await bring(8, farmer.id, 'a large farm');
  expect(await reported()).toEqual([
    expect.objectContaining({ newcomers: 8, bonusesNano: (600n * LIKE).toString(), shareBps: 0 }),
  ]);
  await service.schema.owner.query(`UPDATE newcomer SET joined_at = now() - interval '40 days'`);
  expect(await reported()).toEqual([]);
  expect(await reported('days=60')).toHaveLength(1);
  expect(await report()).toBe('No 2 members came by one link from one network in the last 30 days.');
});

it('newcomers who have left stay in the report, with what they tipped before', async () => {
  const farmer = await author();
  for (const member of await bring(3, farmer.id, 'a farm that leaves')) {
    await ledger.tip(member, farmer.post, 100n * LIKE);
    await service.schema.owner.query('SELECT close_account($1)', [member]);
  }
  expect(await reported()).toEqual([expect.objectContaining({ newcomers: 3, shareBps: 10_000 })]);
});

it('a network where nobody has a bonus has no share', async () => {
  const farmer = await author();
  await bring(2, farmer.id, 'poor');
  await service.schema.owner.query(`UPDATE newcomer SET member_id = member_id + 1000000`);
  expect(await reported()).toEqual([expect.objectContaining({ bonusesNano: '0', shareBps: null })]);
  expect(await report()).toMatch(/–$/);
});

it('it reads by index alone, however many tips there are', async () => {
  const farmer = await author();
  const farm = await bring(3, farmer.id, 'another farm');
  for (const member of farm) await ledger.tip(member, farmer.post, LIKE);
  await service.schema.owner.query(`
    INSERT INTO tip (idem_key, payer_id, author_id, post_id, amount, author_part, holders_part, platform_part, referral_part, prev_sent_seq)
      SELECT gen_random_uuid(), 900000 + n, 1, 1, 10, 7, 2, 1, 0, NULL FROM generate_series(1, 20000) AS n`);
  const scans = async () => {
    const { rows } = await service.schema.owner.query<{ whole: number; rows: number }>(
      `SELECT seq_tup_read::int AS rows FROM pg_stat_user_tables WHERE relname = 'tip'
         AND schemaname = current_schema()`,
    );
    return rows[0]?.rows;
  };
  // A connection reports what it has read at the latest when it ends.
  const allReported = () =>
    eventually(async () => {
      const { username } = new URL(service.schema.url);
      const open = 'SELECT FROM pg_stat_activity WHERE usename = $1';
      expect((await service.schema.owner.query(open, [username])).rowCount).toBe(0);
    });
  await service.replica.stop();
  await allReported();
  const before = await scans();
  expect(await reported()).toHaveLength(1);
  await allReported();
  expect(await scans()).toBe(before);
  await service.schema.owner.query('DELETE FROM tip WHERE payer_id > 900000');
});

it.each([
  ['days=0', /days must be a whole number from 1 to 90/],
  ['days=91', /days must be a whole number from 1 to 90/],
  ['newcomers=x', /newcomers must be a whole number/],
  ['format=xml', /format is table or json/],
])('says what is wrong with %s', async (word, sentence) => {
  await expect(report(word)).rejects.toThrow(sentence);
});
