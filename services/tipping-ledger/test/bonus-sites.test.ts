import { memberRegistered } from '@likewell/contracts/auth/events';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { awayFromMidnight } from '@likewell/testing/away-from-midnight';
import { eventually } from '@likewell/testing/eventually';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { hashOf, LedgerUnderTest } from './ledger-under-test.js';

/** A site has eight times the budget of one network. */
const [PER_NETWORK, PER_SITE] = [5, 40];

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start({ BONUSES_PER_NETWORK: String(PER_NETWORK) }));
});
afterAll(() => service.stop());
beforeEach(() => awayFromMidnight(60_000));
afterEach(() => ledger.expectBalancedBooks());

const newcomer = (site: string, network: number) => ({
  memberId: ledger.newId(),
  referrerId: null,
  network: hashOf(`${site}:${network}::/64`),
  site: hashOf(`${site}::/48`),
});

/** Opens an account from each of these networks of a site, and returns in how many days each bonus is paid. */
async function open(site: string, networks: readonly number[]): Promise<number[]> {
  const members = networks.map((network) => newcomer(site, network));
  for (const member of members) await service.bus.call(openAccount, member);
  return daysOf(members.map(({ memberId }) => memberId));
}

/** Returns in how many days each member's bonus is paid; 0 if it was paid at once. */
async function daysOf(members: readonly number[]): Promise<number[]> {
  const { rows } = await service.schema.owner.query<{ days: number }>(
    `SELECT coalesce(due_on - (now() AT TIME ZONE 'UTC')::date, 0) AS days
     FROM unnest($1::bigint[]) WITH ORDINALITY AS member (member_id, place) LEFT JOIN held_bonus USING (member_id)
     ORDER BY place`,
    [members],
  );
  return rows.map(({ days }) => days);
}

const networks = (count: number) => Array.from({ length: count }, (_, network) => network);
const times = (count: number, network: number) => Array<number>(count).fill(network);

describe('the budget of a site', () => {
  it('is eight times that of a network, however many networks its newcomers come from', async () => {
    const days = await open('2001:db8:1', networks(PER_SITE + 1));
    expect(days).toEqual([...times(PER_SITE, 0), 1]);
    expect(await open('2001:db8:2', [0])).toEqual([0]);
  });

  it('leaves each of its networks the budget of a network', async () => {
    expect(await open('2001:db8:3', times(PER_NETWORK + 1, 0))).toEqual([...times(PER_NETWORK, 0), 1]);
  });

  it('is not used up by one network that has places on many days', async () => {
    await open('2001:db8:4', times(3 * PER_NETWORK, 0));
    expect(await open('2001:db8:4', [1])).toEqual([0]);
  });

  it('is that of each coming day, too', async () => {
    const days = await open('2001:db8:5', networks(2 * PER_SITE + 1));
    expect(days.slice(PER_SITE)).toEqual([...times(PER_SITE, 1), 2]);
  });

  it('holds for those of whom only the event tells, too', async () => {
    await open('2001:db8:6', networks(PER_SITE));
    const { memberId, ...rest } = newcomer('2001:db8:6', PER_SITE);
    await service.bus.tell(memberRegistered, { memberId, ...rest });
    await eventually(async () => expect(await daysOf([memberId])).toEqual([1]));
  });
});

it('a ledger of the version before goes on opening accounts, by the budget of the network', async () => {
  const days = [];
  for (let time = 0; time <= PER_NETWORK; time += 1) {
    const memberId = ledger.newId();
    await service.schema.owner.query('SELECT open_account($1, NULL, $2, $3, 1000)', [
      memberId,
      hashOf('an office'),
      PER_NETWORK,
    ]);
    days.push(...(await daysOf([memberId])));
  }
  expect(days).toEqual([...times(PER_NETWORK, 0), 1]);
});
