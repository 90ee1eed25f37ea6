import { memberRegistered } from '@likewell/contracts/auth/events';
import { getBalance, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { awayFromMidnight } from '@likewell/testing/away-from-midnight';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, LedgerUnderTest, LIKE } from './ledger-under-test.js';

const BONUS = 100n * LIKE;
const [PER_NETWORK, A_DAY] = [2, 8];
const RUNBOOK = join(import.meta.dirname, '../../../monitoring/runbook.md');
/** The runbook's statements that have paid at once what is held back. */
const [, PAY_NOW = ''] = /`(UPDATE held_bonus [^`]*)`/.exec(readFileSync(RUNBOOK, 'utf8')) ?? [];

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let healthPort: number;

beforeAll(async () => {
  healthPort = await freePort();
  const budgets = { BONUSES_PER_NETWORK: String(PER_NETWORK), BONUSES_A_DAY: String(A_DAY) };
  ({ service, ledger } = await LedgerUnderTest.start({ ...budgets, HEALTH_PORT: String(healthPort) }));
});
afterAll(() => service.stop());
beforeEach(async () => {
  await awayFromMidnight(60_000);
  await run('DELETE FROM bonus_day; DELETE FROM held_bonus');
});
afterEach(() => ledger.expectBalancedBooks());

const run = (sql: string) => service.schema.owner.query<{ member_id: string; days: number }>(sql);

/** Opens this many accounts, and returns the members. */
async function open(count: number, network?: string): Promise<number[]> {
  const members = Array.from({ length: count }, () => ledger.newId());
  for (const memberId of members) {
    const from = network === undefined ? {} : { network: hashOf(network) };
    await service.bus.call(openAccount, { memberId, referrerId: null, ...from });
  }
  return members;
}

const hasBonus = async (members: readonly number[]) =>
  Promise.all(members.map(async (member) => (await ledger.balance(member)) === BONUS));

/** Returns in how many days the held bonus of each member falls due. */
async function heldFor(members: readonly number[]): Promise<(number | null)[]> {
  const { rows } = await run(
    `SELECT member_id, due_on - (now() AT TIME ZONE 'UTC')::date AS days FROM held_bonus`,
  );
  const days = new Map(rows.map((row) => [Number(row.member_id), row.days]));
  return members.map((member) => days.get(member) ?? null);
}

/** Simulates that this many days have passed; a replica checks at its start what is due. */
async function pass(days: number): Promise<void> {
  await run(`UPDATE held_bonus SET due_on = due_on - ${days}`);
  // In one step a day would collide with the one before it.
  await run(`UPDATE bonus_day SET day = day - 1000; UPDATE bonus_day SET day = day + ${1000 - days}`);
  const replica = await service.addReplica({ HEALTH_PORT: '0' });
  // The replica pays what has fallen due; if it stopped earlier, that would be left to a job minutes later.
  await eventually(async () =>
    expect(
      await run(`SELECT FROM held_bonus WHERE due_on <= (now() AT TIME ZONE 'UTC')::date
                 UNION ALL SELECT FROM owed_bonus`),
    ).toMatchObject({ rowCount: 0 }),
  );
  await replica.stop();
}

describe('the budget of sign-up bonuses', () => {
  it('of a network goes to the first of a day at once and to the others on the days after', async () => {
    const members = await open(5, 'a school');
    expect(await hasBonus(members)).toEqual([true, true, false, false, false]);
    expect(await heldFor(members)).toEqual([null, null, 1, 1, 2]);
    expect(await hasBonus(await open(1, 'another network'))).toEqual([true]);
    await pass(1);
    await eventually(async () => expect(await hasBonus(members)).toEqual([true, true, true, true, false]));
    // Members who register today come after those who already wait.
    expect(await heldFor(await open(2, 'a school'))).toEqual([1, 2]);
    await pass(1);
    await eventually(async () => expect(await hasBonus(members)).toEqual([true, true, true, true, true]));
  });

  it('is free again once an operator has had paid what it held back, also of those who come next', async () => {
    const members = await open(5, 'a school');
    // Postgres may have the operator's own day, here tomorrow's.
    await run(`SET TIME ZONE '<+24>-24'; ${PAY_NOW}; RESET TIME ZONE`);
    await pass(0);
    expect(await hasBonus(members)).toEqual([true, true, true, true, true]);
    expect((await run(`SELECT FROM bonus_day WHERE day > (now() AT TIME ZONE 'UTC')::date`)).rowCount).toBe(
      0,
    );
    const next = ledger.newId();
    const raised = [10 * PER_NETWORK, 10 * A_DAY].join();
    await run(`SELECT open_account(${next}, NULL, '${hashOf('a school')}', ${raised})`);
    expect(await hasBonus([next])).toEqual([true]);
  });

  it('of a network is not freed by those who leave', async () => {
    const members = await open(3, 'a farm that leaves');
    expect(await heldFor(members)).toEqual([null, null, 1]);
    for (const member of members) await service.schema.owner.query('SELECT close_account($1)', [member]);
    expect(await heldFor(await open(2, 'a farm that leaves'))).toEqual([1, 2]);
  });

  it('of all networks together leaves half of each coming day to those who register on it', async () => {
    const members: number[] = [];
    for (let network = 0; network < 14; network += 1) members.push(...(await open(1, `farm ${network}`)));
    expect((await hasBonus(members)).filter((has) => has)).toHaveLength(A_DAY);
    expect((await heldFor(members)).slice(A_DAY)).toEqual([1, 1, 1, 1, 2, 2]);
    await pass(1);
    const newcomers: number[] = [];
    for (let network = 0; network < 4; network += 1) newcomers.push(...(await open(1, `home ${network}`)));
    expect(await hasBonus(newcomers)).toEqual([true, true, true, true]);
  });

  it('counts a newcomer once, however often call and event tell of them', async () => {
    const memberId = ledger.newId();
    const newcomer = { memberId, referrerId: null, network: hashOf('a home') };
    for (let time = 0; time < 3; time += 1) {
      await service.bus.call(openAccount, newcomer);
      await service.bus.tell(memberRegistered, newcomer);
    }
    const [second, third] = await open(2, 'a home');
    expect(await hasBonus([memberId, second ?? 0, third ?? 0])).toEqual([true, true, false]);
  });

  it('holds for those of whom only the event tells, too', async () => {
    const [first, second, third] = [ledger.newId(), ledger.newId(), ledger.newId()];
    for (const memberId of [first, second, third]) {
      await service.bus.tell(memberRegistered, { memberId, referrerId: null, network: hashOf('unheard') });
    }
    await eventually(async () => expect(await heldFor([third])).toEqual([1]));
    expect(await hasBonus([first, second, third])).toEqual([true, true, false]);
  });

  it('of a network does not hold where auth is of the version before and tells none; that of all does', async () => {
    const members = await open(A_DAY + 1);
    expect(await heldFor(members)).toEqual([...Array<null>(A_DAY).fill(null), 1]);
  });

  it('tells members whose bonus is held back when it comes, until it does', async () => {
    const [paid = 0, held = 0] = (await open(PER_NETWORK + 1, 'an office')).slice(-2);
    const dueOn = async (memberId: number) => (await service.bus.call(getBalance, { memberId })).bonusDueOn;
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect([await dueOn(paid), await dueOn(held)]).toEqual([undefined, tomorrow]);
    await pass(1);
    await eventually(async () => expect(await hasBonus([held])).toEqual([true]));
    expect(await dueOn(held)).toBeUndefined();
  });

  it('tells operators how many wait', async () => {
    await open(5, 'a class');
    const shown = async () => (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
    await eventually(
      async () => expect(await shown()).toMatch(/^likewell_bonuses_held(\{.*\})? 3$/m),
      20_000,
    );
  });

  it('is deleted once its day is over, and who came by a link from where after 90 days', async () => {
    await run(`
      DELETE FROM newcomer;
      INSERT INTO bonus_day SELECT 'a home', (now() AT TIME ZONE 'UTC')::date + days, 1 FROM generate_series(-2, 1) AS days;
      INSERT INTO newcomer SELECT days, 1, 'a home', now() - days * interval '1 day' + interval '1 hour'
        FROM generate_series(89, 92) AS days`);
    const replica = await service.addReplica({ HEALTH_PORT: '0' });
    await eventually(async () => {
      const { rows } = await run(
        `SELECT day - (now() AT TIME ZONE 'UTC')::date AS days FROM bonus_day
         UNION ALL SELECT member_id::integer FROM newcomer ORDER BY days`,
      );
      expect(rows.map(({ days }) => days)).toEqual([0, 1, 89, 90]);
    });
    await replica.stop();
  });
});
