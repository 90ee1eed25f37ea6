import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged, memberRegistered } from '@likewell/contracts/auth/events';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import { registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import type { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { eventually } from '@likewell/testing/eventually';
import { z } from 'zod';
import { authConstants } from '../src/config.js';
import { AuthUnderTest, PASSWORD } from './auth-under-test.js';
import { newHash, type AuthService } from './start-auth.js';

let world: AuthUnderTest;
let auth: AuthService;

beforeAll(async () => {
  world = await AuthUnderTest.start({ HASH_MAX_WAIT_MS: '10000' }, authConstants);
  auth = world.service;
});
afterAll(() => world.stop());

const newName = () => world.newName();

/** The keyed hash of whatever network a member comes from. */
const NETWORK: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);

/** Accepts any form, as a gateway that validates nothing would send it. */
const unchecked = { ...registerMember, input: z.any() };

function register(form: Partial<RpcInput<typeof registerMember>> = {}) {
  const username = form.username ?? newName();
  const email = `${username}@example.org`;
  return auth.bus.call(unchecked, { email, password: PASSWORD, referralCode: null, ...form, username });
}

/** Returns the recorded events of a member, oldest first. */
async function eventsOf(memberId: number): Promise<{ subject: string; data: unknown }[]> {
  const { rows } = await auth.schema.owner.query<{ subject: string; data: unknown }>(
    `SELECT subject, envelope->'data' AS data FROM outbox
     WHERE coalesce(envelope->'data'->>'memberId', envelope->'data'->'profile'->>'memberId') = $1 ORDER BY seq`,
    [String(memberId)],
  );
  return rows;
}

async function rowsOf(table: 'member' | 'identity' | 'session' | 'outbox'): Promise<number> {
  const { rows } = await auth.schema.owner.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  return rows[0]?.count ?? 0;
}

/** Verifies a member's address, as if they had opened the link that they were sent. */
const verifyAddress = (memberId: number) =>
  auth.schema.owner.query('UPDATE member SET email_verified_at = now() WHERE id = $1', [memberId]);

const allRows = () => Promise.all((['member', 'identity', 'session', 'outbox'] as const).map(rowsOf));

/** Registers within the contract's timeout, and returns the code of the ledger's failure meanwhile. */
async function joinWithoutLedger(): Promise<unknown> {
  const warned = vi.spyOn(auth.replica.logger, 'warn');
  const username = newName();
  const form = { username, email: `${username}@example.org`, password: PASSWORD, referralCode: null };
  const origin = { network: '192.0.2.1', registrations: [] };
  const sent = JSON.stringify({ ...form, origin, sessionHash: newHash() });
  // Our own client would send the request's deadline, which would end the call to the ledger as well.
  const { subject, timeoutMs: timeout } = registerMember;
  const reply = await auth.bus.nats.connection.request(subject, sent, { timeout });
  const { member } = reply.json<{ data: RpcOutput<typeof registerMember> }>().data;
  const warnings = warned.mock.calls.map(([fields]) => fields as { err?: AppError; memberId?: number });
  warned.mockRestore();
  return warnings.find(({ memberId }) => memberId === member.memberId)?.err?.code;
}

describe('registering', () => {
  it('makes a member from 1000 on, tells of them and their profile, and has their account opened', async () => {
    const asked: RpcInput<typeof openAccount>[] = [];
    const ledger = auth.bus.respond(openAccount, (input) => {
      asked.push(input);
      return { balanceNano: 0n };
    });
    const { member } = await register({ username: 'Maya', email: 'Maya@Example.org' });
    ledger.stop();

    const { memberId } = member;
    expect(member).toMatchObject({
      username: 'maya',
      email: 'maya@example.org',
      avatar: null,
      isVerified: false,
    });
    expect(memberId).toBeGreaterThanOrEqual(1000);
    expect(asked).toEqual([{ memberId, referrerId: null, network: NETWORK }]);
    const { memberSince } = member;
    expect(Math.abs(Date.now() - Date.parse(memberSince ?? ''))).toBeLessThan(60_000);
    const profile = { memberId, username: 'maya', avatar: null, isVerified: false, version: 1, memberSince };
    expect(await eventsOf(memberId)).toEqual([
      { subject: memberRegistered.subject, data: { memberId, referrerId: null, network: NETWORK } },
      { subject: memberProfileChanged.subject, data: { profile } },
    ]);
    const found = await auth.bus.call(findProfile, { username: 'MAYA' });
    expect(found).toEqual({ profile });
  });

  it('through a link tells who referred, to the ledger and in the event', async () => {
    const { member: sharer } = await register();
    const asked: RpcInput<typeof openAccount>[] = [];
    const ledger = auth.bus.respond(openAccount, (input) => {
      asked.push(input);
      return { balanceNano: 0n };
    });
    const { member } = await register({ referralCode: sharer.publicToken });
    ledger.stop();
    const registered = { memberId: member.memberId, referrerId: sharer.memberId, network: NETWORK };
    expect(asked).toEqual([registered]);
    expect((await eventsOf(member.memberId))[0]?.data).toEqual(registered);
  });

  it('with a code of nobody, of a suspended member, or the code to come works without a referrer', async () => {
    const { member: suspended } = await register();
    await auth.schema.owner.query(`UPDATE member SET status = 'suspended' WHERE id = $1`, [
      suspended.memberId,
    ]);
    const toCome = newName();
    const codes = ['', 'nobody', 'x'.repeat(100), suspended.publicToken, toCome];
    for (const referralCode of codes) {
      const username = referralCode === toCome ? toCome : newName();
      const { member } = await register({ username, referralCode });
      expect((await eventsOf(member.memberId))[0]?.data).toMatchObject({ referrerId: null });
    }
    const own = await auth.schema.owner.query('SELECT FROM member WHERE referrer_id = id');
    expect(own.rowCount).toBe(0);
  });

  it('succeeds at once while the ledger is away: the event opens the account later', async () => {
    expect(await joinWithoutLedger()).toBe(commonErrors.UNAVAILABLE.code);
  });

  it('succeeds in time while the ledger hangs', async () => {
    const hanging = auth.bus.nats.connection.subscribe(openAccount.subject, { callback: () => undefined });
    expect(await joinWithoutLedger()).toBe(commonErrors.DEADLINE_EXCEEDED.code);
    hanging.unsubscribe();
  });

  it('keeps no password, only its hash', async () => {
    const { member } = await register();
    const kept = await auth.schema.owner.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS row FROM member t UNION ALL SELECT to_jsonb(t)::text FROM identity t
       UNION ALL SELECT to_jsonb(t)::text FROM session t UNION ALL SELECT to_jsonb(t)::text FROM outbox t`,
    );
    const text = kept.rows.map(({ row }) => row).join('\n');
    expect(text).toContain(member.publicToken);
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(text).not.toContain(PASSWORD);
  });
});

describe('a name', () => {
  it('or address that is taken is rejected in any case, and nothing is left behind', async () => {
    const { member } = await register();
    await verifyAddress(member.memberId);
    const before = await allRows();
    await expect(
      register({ username: member.username.toUpperCase(), email: 'other@example.org' }),
    ).rejects.toMatchObject({ code: authErrors.USERNAME_TAKEN.code });
    await expect(register({ email: String(member.email).toUpperCase() })).rejects.toMatchObject({
      code: authErrors.EMAIL_TAKEN.code,
    });
    expect(await allRows()).toEqual(before);
  });

  it('raced for goes to exactly one; an address that nobody has verified is free for all', async () => {
    const addresses = await Promise.allSettled(
      Array.from({ length: 8 }, () => register({ email: 'raced@example.org' })),
    );
    expect(addresses.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    const before = await allRows();
    const race = Array.from({ length: 8 }, (_, index) =>
      register({ username: 'raced_name', email: `racer${index}@example.org` }),
    );
    const results = await Promise.allSettled(race);
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost).toHaveLength(7);
    for (const { reason } of lost) expect(reason).toMatchObject({ code: authErrors.USERNAME_TAKEN.code });
    expect(await allRows()).toEqual(before.map((rows, index) => rows + (index === 3 ? 2 : 1)));
  });

  it('that breaks the rules is rejected before anything is written', async () => {
    const before = await allRows();
    const invalid = { code: authErrors.USERNAME_INVALID.code };
    for (const username of ['ab', '123456', 'with space', 'mаya', 'x'.repeat(21), 'nul\0nul']) {
      await expect(register({ username, email: 'any@example.org' })).rejects.toMatchObject(invalid);
    }
    for (const username of ['admin', 'Treasury']) {
      await expect(register({ username })).rejects.toMatchObject({ code: authErrors.USERNAME_RESERVED.code });
    }
    expect(await allRows()).toEqual(before);
  });

  it.each([{ password: 'password1' }, { username: 'no_secret', password: 'no_secret' }])(
    'a password that somebody would guess is PASSWORD_TOO_EASY, and nobody is made: %j',
    async (form) => {
      const before = await allRows();
      await expect(register(form)).rejects.toMatchObject({ code: authErrors.PASSWORD_TOO_EASY.code });
      expect(await allRows()).toEqual(before);
    },
  );

  it('and everything else that is no sign-up form is INVALID_INPUT, never an inner error', async () => {
    const wrong: Partial<RpcInput<typeof registerMember>>[] = [
      { email: 'no address' },
      { email: `${'x'.repeat(250)}@example.org` },
      { password: 'seven77' },
      { password: 'x'.repeat(257) },
      { referralCode: 'x'.repeat(101) },
      { referralCode: 'nul\0' },
    ];
    for (const form of wrong) {
      await expect(register(form)).rejects.toMatchObject({ code: commonErrors.INVALID_INPUT.code });
    }
  });
});

it('a member’s news reaches the stream', async () => {
  await register();
  await eventually(async () => {
    const { rowCount } = await auth.schema.owner.query('SELECT FROM outbox WHERE published_at IS NULL');
    expect(rowCount).toBe(0);
  });
});
