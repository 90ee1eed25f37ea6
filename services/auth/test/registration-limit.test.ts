import { memberRegistered } from '@likewell/contracts/auth/events';
import type { Origin } from '@likewell/contracts/auth/origin';
import { beginWalletSignIn, finishWalletSignIn, registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { earlyInPeriod } from '@likewell/testing/early-in-period';
import { TestWallet } from '@likewell/testing/test-wallet';
import { z } from 'zod';
import { HOST, startGoogle, type GoogleUnderTest } from './google-under-test.js';
import { newHash } from './start-auth.js';

const HOUR = 3_600_000;
const LIMITED = {
  code: 'RATE_LIMITED',
  kind: 'rate-limited',
  details: { retryAfterSeconds: expect.any(Number) },
};

/** Matches the keys of counts, by keyed hash or member: registrations, and the mails about them. */
const COUNTED = /^(registration:[0-9a-f]{32}|mail:[\w-]+:[\w-]+:(address:\d+:[0-9a-f]{32}|member:\d+:\d+))$/;

let world: GoogleUnderTest;
let names = 0;
beforeAll(async () => {
  world = await startGoogle({ HASH_MAX_WAIT_MS: '20000' });
});
afterAll(() => world.stop());

const newName = () => `newcomer_${(names += 1)}`;

/** Makes the origin of a network with room for this number of members, optionally in a site with its own limit. */
const originOf = (network: string, points: number, site?: { name: string; points: number }): Origin => ({
  network,
  registrations: [
    { network, points, windowMs: HOUR },
    ...(site ? [{ network: site.name, points: site.points, windowMs: HOUR }] : []),
  ],
});

const withPassword = (origin: Origin) => {
  const username = newName();
  const form = { username, email: `${username}@example.org`, password: 'correct horse battery' };
  return world.auth.bus.call(registerMember, { ...form, referralCode: null, origin });
};
const withWallet = async (origin: Origin, wallet = new TestWallet()) => {
  const { message } = await world.auth.bus.call(beginWalletSignIn, { host: HOST });
  return world.auth.bus.call(finishWalletSignIn, { ...wallet.sign(message), referralCode: null, origin });
};
const withGoogle = async (origin: Origin, person = { name: 'Nia', email: `${newName()}@gmail.example` }) =>
  world.finish({ ...(await world.visit(person)), origin });

const countMembers = async () => {
  const { rows } = await world.auth.schema.owner.query<{ count: number }>('SELECT count(*)::int FROM member');
  return rows[0]?.count ?? 0;
};

/** Registers one after the other; returns what the ledger and, the same, the events are told of them. */
async function accountsOf(
  registrations: readonly (() => Promise<{ member: { memberId: number } }>)[],
): Promise<RpcInput<typeof openAccount>[]> {
  const asked: RpcInput<typeof openAccount>[] = [];
  const ledger = world.auth.bus.respond(openAccount, (input) => {
    asked.push(input);
    return { balanceNano: 0n };
  });
  const members: number[] = [];
  for (const register of registrations) members.push((await register()).member.memberId);
  ledger.stop();
  const { rows } = await world.auth.schema.owner.query<{ data: unknown }>(
    `SELECT envelope->'data' AS data FROM outbox WHERE subject = $1 ORDER BY seq DESC LIMIT $2`,
    [memberRegistered.subject, members.length],
  );
  expect(rows.map(({ data }) => data).reverse()).toEqual(asked);
  expect(asked.map(({ memberId }) => memberId)).toEqual(members);
  return asked;
}

describe('the limit on registrations', () => {
  it('is one for password, wallet and Google, and says when to come back', async () => {
    const origin = originOf('192.0.2.1', 3);
    await withWallet(origin);
    await withPassword(origin);
    await withGoogle(origin);
    const before = await countMembers();
    for (const register of [withWallet, withGoogle, withPassword]) {
      const rejection = await register(origin).catch((error: unknown) => error);
      expect(rejection).toMatchObject(LIMITED);
      const { retryAfterSeconds } = (rejection as { details: { retryAfterSeconds: number } }).details;
      expect(retryAfterSeconds).toBeGreaterThan(0);
      expect(retryAfterSeconds).toBeLessThanOrEqual(3600);
    }
    expect(await countMembers()).toBe(before);
    await withWallet(originOf('192.0.2.2', 3));
  });

  it('holds for many at once', async () => {
    const before = await countMembers();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => withWallet(originOf('192.0.2.3', 5))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await countMembers()).toBe(before + 5);
  });

  it('never rejects who is a member already', async () => {
    const origin = originOf('192.0.2.4', 2);
    const [wallet, person] = [new TestWallet(), { name: 'Ola', email: 'ola@gmail.example' }];
    const first = [await withWallet(origin, wallet), await withGoogle(origin, person)];
    await expect(withWallet(origin)).rejects.toMatchObject(LIMITED);
    const again = [await withWallet(origin, wallet), await withGoogle(origin, person)];
    expect(again.map(({ member }) => member.memberId)).toEqual(first.map(({ member }) => member.memberId));
  });

  it('is a coarser one for a site of many networks', async () => {
    const site = { name: '2001:db8:1::/48', points: 3 };
    const network = (index: number) => originOf(`2001:db8:1:${index}::/64`, 2, site);
    for (let index = 0; index < 3; index += 1) await withWallet(network(index));
    await expect(withWallet(network(3))).rejects.toMatchObject(LIMITED);
  });

  it('lets nobody in of whom it is not told where they come from', async () => {
    const { message } = await world.auth.bus.call(beginWalletSignIn, { host: HOST });
    const unchecked = { ...finishWalletSignIn, input: z.any() };
    const form = { ...new TestWallet().sign(message), referralCode: null, sessionHash: newHash() };
    const before = await countMembers();
    await expect(world.auth.bus.client.call(unchecked, form)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(await countMembers()).toBe(before);
  });

  it('keeps nothing from which an address could be read', async () => {
    await withWallet(originOf('192.0.2.5', 2));
    const { rows } = await world.auth.schema.owner.query<{ key: string }>('SELECT key FROM use_count');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(COUNTED);
  });

  it('comes with the news of where from, as the same hash to the ledger and in the event', async () => {
    const [first, second, third] = await accountsOf([
      () => withWallet(originOf('192.0.2.8', 9)),
      () => withGoogle(originOf('192.0.2.8', 9)),
      () => withPassword(originOf('192.0.2.9', 9)),
    ]);
    expect(first?.network).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.network).toBe(first?.network);
    expect(third?.network).not.toBe(first?.network);
    expect(first).not.toHaveProperty('site');
  });

  it('comes with the news of the site around an IPv6 network', async () => {
    const [one, other] = ['2001:db8:9', '2001:db8:a'].map((name) => ({ name: `${name}::/48`, points: 9 }));
    const [first, second, third] = await accountsOf([
      () => withWallet(originOf('2001:db8:9:1::/64', 9, one)),
      () => withGoogle(originOf('2001:db8:9:2::/64', 9, one)),
      () => withPassword(originOf('2001:db8:a:1::/64', 9, other)),
    ]);
    expect(first?.site).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.site).toBe(first?.site);
    expect(third?.site).not.toBe(first?.site);
    expect(new Set([first, second, third].flatMap((each) => [each?.network, each?.site])).size).toBe(5);
  });

  it('begins anew as its window slides on', async () => {
    await earlyInPeriod(HOUR, 30_000);
    const origin = originOf('192.0.2.6', 1);
    await withWallet(origin);
    await expect(withWallet(origin)).rejects.toMatchObject(LIMITED);
    // Changes the count as if it were two hours old.
    await world.auth.schema.owner.query('UPDATE use_count SET window_number = window_number - 2');
    await withWallet(origin);
    await expect(withWallet(origin)).rejects.toMatchObject(LIMITED);
    // Changes the count as if it were from the previous hour. How much of it still counts depends on the
    // time, but there is no room for one more.
    await world.auth.schema.owner.query(
      'UPDATE use_count SET window_number = window_number - 1, current = 100',
    );
    await expect(withWallet(originOf('192.0.2.6', 1))).rejects.toMatchObject(LIMITED);
  });
});
