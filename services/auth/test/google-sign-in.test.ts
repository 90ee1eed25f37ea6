import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged, memberRegistered } from '@likewell/contracts/auth/events';
import { beginGoogleSignIn, finishGoogleSignIn, registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { z } from 'zod';
import { HOST, newBrowserHash, startGoogle, type GoogleUnderTest, type Person } from './google-under-test.js';

let world: GoogleUnderTest;
let nextPerson = 1;
beforeAll(async () => {
  world = await startGoogle({ HASH_MAX_WAIT_MS: '10000' });
});
afterAll(() => world.stop());

function newPerson(name = 'Nia'): Person {
  nextPerson += 1;
  return { name, email: `person${nextPerson}@gmail.example` };
}

async function signIn(person: Person, referralCode: string | null = null) {
  return world.finish(await world.visit(person, referralCode));
}

function register(username: string, email = `${username}@example.org`) {
  const form = { username, email, password: 'correct horse battery', referralCode: null };
  return world.auth.bus.call(registerMember, form);
}

const rows = async (sql: string, parameters: unknown[] = []) =>
  (await world.auth.schema.owner.query<Record<string, unknown>>(sql, parameters)).rows;
const countMembers = async () => (await rows('SELECT count(*)::int AS count FROM member'))[0]?.count;

describe('a first sign-in with Google', () => {
  it('makes a member with a free name, the verified address, an account and the usual news', async () => {
    const asked: RpcInput<typeof openAccount>[] = [];
    const ledger = world.auth.bus.respond(openAccount, (input) => {
      asked.push(input);
      return { balanceNano: 0n };
    });
    const { tokenHash, member } = await signIn({ name: 'Žofie Černá', email: 'Zofie@Gmail.example' });
    ledger.stop();

    const { memberId } = member;
    expect(member).toMatchObject({ username: 'zofie_cerna', email: 'zofie@gmail.example', avatar: null });
    expect(asked).toMatchObject([{ memberId, referrerId: null }]);
    const session = await world.auth.bus.call(getSession, { tokenHash });
    expect(session).toEqual({ memberId, role: 'member' });
    const news = await rows(
      `SELECT subject FROM outbox WHERE $1 IN (envelope->'data'->>'memberId', envelope->'data'->'profile'->>'memberId')
       ORDER BY seq`,
      [String(memberId)],
    );
    expect(news.map(({ subject }) => subject)).toEqual([
      memberRegistered.subject,
      memberProfileChanged.subject,
    ]);
    const identities = await rows('SELECT provider, subject FROM identity WHERE member_id = $1', [memberId]);
    expect(identities).toEqual([
      { provider: 'google', subject: expect.stringMatching(`^${world.google.issuer} \\d{21}$`) },
    ]);
  });

  it('is the same member the next time, with no second bonus and under the name they have', async () => {
    const person = newPerson();
    const { member } = await signIn(person);
    const before = await countMembers();
    const again = await signIn({ ...person, name: 'Another Name' });
    expect(again.member).toEqual(member);
    expect(await countMembers()).toBe(before);
    const joined = await rows(
      `SELECT FROM outbox WHERE subject = $1 AND envelope->'data'->>'memberId' = $2`,
      [memberRegistered.subject, String(member.memberId)],
    );
    expect(joined).toHaveLength(1);
  });

  it('never links to a member who has verified the address: it makes another one without an address', async () => {
    const { member: first } = await register('jo_first', 'jo@gmail.example');
    await rows('UPDATE member SET email_verified_at = now() WHERE id = $1', [first.memberId]);
    const { member } = await signIn({ name: 'Jo', email: 'JO@gmail.example' });
    expect(member.memberId).not.toBe(first.memberId);
    expect(member.email).toBeNull();
  });

  it('takes no address that Google has not verified', async () => {
    const { member } = await signIn({ ...newPerson(), isVerified: false });
    expect(member.email).toBeNull();
  });

  it('takes the next name when one is taken, by a small number and then by chance', async () => {
    const names = new Set<string>();
    for (let index = 0; index < 6; index += 1) {
      names.add((await signIn(newPerson('Same Name'))).member.username);
    }
    expect([...names].slice(0, 2)).toEqual(['same_name', expect.stringMatching(/^person\d+$/)]);
    expect(names.size).toBe(6);
  });

  it('raced by the same person makes one member, and by others of one name makes as many', async () => {
    const person = newPerson('Racer');
    const same = await Promise.all(Array.from({ length: 6 }, () => world.visit(person)));
    const members = await Promise.all(same.map((returned) => world.finish(returned)));
    expect(new Set(members.map(({ member }) => member.memberId)).size).toBe(1);

    const others = await Promise.all(Array.from({ length: 6 }, () => world.visit(newPerson('Crowd'))));
    const crowd = await Promise.all(others.map((returned) => world.finish(returned)));
    expect(new Set(crowd.map(({ member }) => member.username)).size).toBe(6);
  });

  it('honours the referral code of its beginning, and a later sign-in honours none', async () => {
    const { member: sharer } = await register('sharer_one');
    const { member: other } = await register('sharer_two');
    const person = newPerson();
    const { member } = await signIn(person, sharer.publicToken);
    await signIn(person, other.publicToken);
    const referrer = await rows('SELECT referrer_id FROM member WHERE id = $1', [member.memberId]);
    expect(referrer).toEqual([{ referrer_id: String(sharer.memberId) }]);
    const { member: unreferred } = await signIn(newPerson(), 'nobody');
    expect(await rows('SELECT referrer_id FROM member WHERE id = $1', [unreferred.memberId])).toEqual([
      { referrer_id: null },
    ]);
  });

  it.each([
    ['suspended', authErrors.ACCOUNT_SUSPENDED],
    ['deleted', authErrors.ACCOUNT_CLOSED],
  ])('of a %s member is rejected', async (status, { code }) => {
    const person = newPerson();
    const { member } = await signIn(person);
    await rows('UPDATE member SET status = $1 WHERE id = $2', [status, member.memberId]);
    await expect(signIn(person)).rejects.toMatchObject({ code });
  });
});

describe('a state', () => {
  const invalid = { code: authErrors.GOOGLE_ATTEMPT_INVALID.code };

  it('goes out with PKCE by S256 and a nonce, and nothing of it is kept in the clear', async () => {
    const { url } = await world.visit(newPerson());
    const sent = Object.fromEntries(url.searchParams);
    expect(sent).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' });
    expect(sent.scope).toBe('openid email profile');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]).toMatch(/^[\w-]{43}$/);
    const kept = await rows('SELECT to_jsonb(a)::text AS row FROM google_attempt a');
    expect(kept.map(({ row }) => row).join()).not.toContain(sent.state);
  });

  it('works once', async () => {
    const returned = await world.visit(newPerson());
    await world.finish(returned);
    await expect(world.finish(returned)).rejects.toMatchObject(invalid);
  });

  it('works once also when it comes twenty times at the same moment', async () => {
    const returned = await world.visit(newPerson());
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => world.finish(returned)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('of another browser, or of none, is rejected and is used up by that', async () => {
    for (const browserHash of [newBrowserHash(), null]) {
      const returned = await world.visit(newPerson());
      await expect(world.finish({ ...returned, browserHash })).rejects.toMatchObject(invalid);
      await expect(world.finish(returned)).rejects.toMatchObject(invalid);
    }
  });

  it('that was forged is rejected', async () => {
    const returned = await world.visit(newPerson());
    for (const state of ['', 'x'.repeat(43), returned.answer.state.toLowerCase()]) {
      const forged = { ...returned, answer: { ...returned.answer, state } };
      await expect(world.finish(forged)).rejects.toMatchObject(invalid);
    }
  });

  it('runs out after ten minutes', async () => {
    const returned = await world.visit(newPerson());
    await rows(`UPDATE google_attempt SET created_at = now() - interval '601 seconds'`);
    await expect(world.finish(returned)).rejects.toMatchObject(invalid);
  });

  it('is not made for a host that is none of the site’s', async () => {
    for (const host of ['evil.example', `www.${HOST}`, `${HOST}.evil.example`, `${HOST}:8080`, '']) {
      const begun = world.auth.bus.call(beginGoogleSignIn, {
        host,
        browserHash: newBrowserHash(),
        referralCode: null,
      });
      await expect(begun).rejects.toMatchObject({ code: authErrors.GOOGLE_NOT_SET_UP.code });
    }
  });

  it('of no shape at all is INVALID_INPUT', async () => {
    const returned = await world.visit(newPerson());
    const unchecked = { ...finishGoogleSignIn, input: z.any() };
    for (const state of ['x'.repeat(201), 7, null, undefined]) {
      const input = { ...returned, answer: { ...returned.answer, state } };
      await expect(world.auth.bus.call(unchecked, input)).rejects.toMatchObject({
        code: commonErrors.INVALID_INPUT.code,
      });
    }
  });
});
