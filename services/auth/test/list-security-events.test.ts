import { listSecurityEvents } from '@likewell/contracts/auth/security-events-rpc';
import type { SecurityEvent } from '@likewell/contracts/auth/security-events';
import { suspend, reinstate } from '../src/cli/member-commands.js';
import { TrailUnderTest } from './trail-under-test.js';

const HOME = { network: '192.0.2.1', device: 'firefox on linux' };
const AWAY = { network: '192.0.2.2', device: 'safari on ios' };

let trail: TrailUnderTest;
beforeAll(async () => {
  trail = await TrailUnderTest.start();
});
afterAll(() => trail.stop());

const list = (memberId: number, cursor: string | null = null, origin?: typeof HOME) =>
  trail.bus.call(listSecurityEvents, { memberId, cursor, origin });

/** Returns all pages. */
async function listAll(memberId: number): Promise<SecurityEvent[][]> {
  const pages: SecurityEvent[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(memberId, cursor);
    pages.push(page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

const addSignIns = (memberId: number, count: number) =>
  trail.schema.owner.query(
    `INSERT INTO security_event (member_id, kind, count, done_by)
     SELECT $1, 'signed-in', 1, 'member' FROM generate_series(1, $2)`,
    [memberId, count],
  );

describe('a member’s own list', () => {
  it('says what happened, when, and whether from here; of others no name, no reason and no hash', async () => {
    const { memberId, username } = await trail.join(HOME);
    await trail.logIn(username, AWAY);
    await suspend(trail.tools, [`user=${username}`, 'by=anna', 'why=A mistake']);
    await reinstate(trail.tools, [`user=${username}`, 'by=boris']);
    const { items, nextCursor } = await list(memberId, null, AWAY);
    expect(nextCursor).toBeNull();
    const unknown = { isThisNetwork: null, isThisDevice: null };
    const always = { id: expect.any(Number), at: expect.any(String), detail: null, method: null, count: 1 };
    const operator = { ...always, ...unknown, doneBy: 'operator' };
    const member = { ...always, doneBy: 'member', method: 'password' };
    const away = { isThisNetwork: true, isThisDevice: true };
    expect(items).toEqual([
      { ...operator, kind: 'reinstated' },
      { ...operator, kind: 'session-ended', detail: 'suspended', count: 2 },
      { ...operator, kind: 'suspended' },
      { ...member, kind: 'new-device', ...away },
      { ...member, kind: 'signed-in', ...away },
      { ...member, kind: 'registered', isThisNetwork: false, isThisDevice: false },
    ]);
    const [newest, oldest] = [items[0]?.at ?? '', items.at(-1)?.at ?? ''];
    expect(Date.parse(newest)).toBeGreaterThan(Date.parse(oldest));
    const elsewhere = (await list(memberId)).items.map(({ isThisNetwork }) => isThisNetwork);
    expect(elsewhere).toEqual([null, null, null, false, false, false]);
  });

  it('has each line once on its pages, whatever happens meanwhile, and nobody else’s', async () => {
    const [one, two] = [await trail.join(HOME), await trail.join(HOME)];
    await addSignIns(one.memberId, 44);
    await addSignIns(two.memberId, 30);
    const first = await list(one.memberId);
    await addSignIns(one.memberId, 5);
    const second = await list(one.memberId, first.nextCursor);
    const third = await list(one.memberId, second.nextCursor);
    expect([first, second, third].map(({ items }) => items.length)).toEqual([20, 20, 5]);
    expect(third.nextCursor).toBeNull();
    const [mine, others] = [(await listAll(one.memberId)).flat(), (await listAll(two.memberId)).flat()];
    expect([mine.length, others.length]).toEqual([50, 31]);
    const { rows } = await trail.schema.owner.query<{ id: string }>(
      'SELECT id FROM security_event WHERE member_id = $1 ORDER BY id DESC',
      [one.memberId],
    );
    expect(mine.map(({ id }) => id)).toEqual(rows.map(({ id }) => Number(id)));
  });

  it('takes no cursor but its own', async () => {
    const [one, two] = [await trail.join(HOME), await trail.join(HOME)];
    await addSignIns(one.memberId, 30);
    const { nextCursor } = await list(one.memberId);
    const invalid = { code: 'INVALID_CURSOR' };
    await expect(list(two.memberId, nextCursor)).rejects.toMatchObject(invalid);
    for (const cursor of ['AAAA', `${nextCursor ?? ''}A`])
      await expect(list(one.memberId, cursor)).rejects.toMatchObject(invalid);
  });
});
