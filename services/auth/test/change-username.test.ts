import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged } from '@likewell/contracts/auth/events';
import { changeUsername, findProfile } from '@likewell/contracts/auth/profile-rpc';
import { logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { eventually } from '@likewell/testing/eventually';
import { AuthUnderTest, PASSWORD } from './auth-under-test.js';
import type { AuthService } from './start-auth.js';

let world: AuthUnderTest;
let auth: AuthService;

beforeAll(async () => {
  world = await AuthUnderTest.start();
  auth = world.service;
});
afterAll(() => world.stop());

const newName = (hint?: string) => world.newName(hint);
const register = (username: string) => world.register(username);
const newMember = () => world.newMember();

const rename = (memberId: number, username: string) => auth.bus.call(changeUsername, { memberId, username });
const whoIs = async (username: string) => (await auth.bus.call(findProfile, { username })).profile;
const reserved = { code: authErrors.USERNAME_RESERVED.code };

async function eventsOf(memberId: number): Promise<unknown[]> {
  const { rows } = await auth.schema.owner.query<{ profile: unknown }>(
    `SELECT envelope->'data'->'profile' AS profile FROM outbox
     WHERE subject = $1 AND envelope->'data'->'profile'->>'memberId' = $2 ORDER BY seq`,
    [memberProfileChanged.subject, String(memberId)],
  );
  return rows.map(({ profile }) => profile);
}

/** Ages a member's reserved names as if they had been given up that long ago. */
const ageFormerNames = (memberId: number, age: string) =>
  auth.schema.owner.query(
    `UPDATE former_username SET given_up_at = now() - $2::interval WHERE member_id = $1`,
    [memberId, age],
  );

/** Ages a member's changes by two days. */
const ageChanges = (memberId: number) =>
  auth.schema.owner.query(`UPDATE use_count SET window_number = window_number - 2 WHERE key = $1`, [
    `username:${memberId}`,
  ]);

describe('a new username', () => {
  it('is theirs at once, in its stored form, and everybody is told', async () => {
    const { memberId, username } = await newMember();
    const wanted = newName('Mary');
    const profile = await rename(memberId, wanted);
    expect(profile).toMatchObject({ memberId, username: wanted.toLowerCase(), version: 2 });
    expect(await eventsOf(memberId)).toMatchObject([
      { username, version: 1 },
      { username: wanted.toLowerCase(), version: 2 },
    ]);
    await auth.bus.call(logIn, { emailOrUser: wanted, password: PASSWORD });
    await expect(auth.bus.call(logIn, { emailOrUser: username, password: PASSWORD })).rejects.toMatchObject({
      code: authErrors.WRONG_CREDENTIALS.code,
    });
  });

  it('that they have already changes nothing and tells nobody', async () => {
    const { memberId, username } = await newMember();
    expect(await rename(memberId, username.toUpperCase())).toMatchObject({ username, version: 1 });
    expect(await eventsOf(memberId)).toHaveLength(1);
  });

  it('follows the rules of sign-up', async () => {
    const [{ memberId }, other] = [await newMember(), await newMember()];
    for (const name of ['ab', '12345', 'mаya', 'with space', 'x'.repeat(21), '@mary', '../mary']) {
      await expect(rename(memberId, name)).rejects.toMatchObject({ code: 'USERNAME_INVALID' });
    }
    await expect(rename(memberId, 'Treasury')).rejects.toMatchObject(reserved);
    await expect(rename(memberId, other.username.toUpperCase())).rejects.toMatchObject({
      code: 'USERNAME_TAKEN',
    });
    expect(await eventsOf(memberId)).toHaveLength(1);
  });

  it('raced for goes to exactly one', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, newMember));
    const wanted = newName('raced');
    const results = await Promise.allSettled(members.map(({ memberId }) => rename(memberId, wanted)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'USERNAME_TAKEN' });
    }
  });

  it('of a member who is suspended or does not exist is rejected', async () => {
    const { memberId } = await newMember();
    await auth.schema.owner.query(`UPDATE member SET status = 'suspended' WHERE id = $1`, [memberId]);
    for (const id of [memberId, 999_999]) {
      await expect(rename(id, newName())).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    }
  });

  it('is rejected after five in a day, so that nobody collects names', async () => {
    const { memberId } = await newMember();
    for (let count = 0; count < 5; count += 1) await rename(memberId, newName());
    await expect(rename(memberId, newName())).rejects.toMatchObject({
      code: 'USERNAME_CHANGED_TOO_OFTEN',
      kind: 'rate-limited',
    });
    await ageChanges(memberId);
    await rename(memberId, newName());
  });

  it('there and back counts, too', async () => {
    const { memberId, username } = await newMember();
    const other = newName();
    for (const name of [other, username, other, username, other]) await rename(memberId, name);
    const rejection = await rename(memberId, username).catch((error: unknown) => error);
    expect(rejection).toMatchObject({ code: 'USERNAME_CHANGED_TOO_OFTEN' });
    const { retryAfterSeconds } = (rejection as { details: { retryAfterSeconds: number } }).details;
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(86_400);
  });

  it('is rejected while ten former ones are reserved, unless it is one of them', async () => {
    const { memberId, username } = await newMember();
    const change = async (to: string) => {
      await ageChanges(memberId);
      return rename(memberId, to);
    };
    for (let count = 0; count < 10; count += 1) await change(newName());
    const rejection = await change(newName()).catch((error: unknown) => error);
    expect(rejection).toMatchObject({ code: 'USERNAME_CHANGED_TOO_OFTEN' });
    const { retryAfterSeconds } = (rejection as { details: { retryAfterSeconds: number } }).details;
    expect(retryAfterSeconds / 86_400).toBeCloseTo(90, 1);
    expect(await change(username)).toMatchObject({ username });
    await ageFormerNames(memberId, '91 days');
    await change(newName());
  });

  it('that somebody else has is no change, and counts for none', async () => {
    const [{ memberId }, other] = [await newMember(), await newMember()];
    for (let time = 0; time < 6; time += 1)
      await expect(rename(memberId, other.username)).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
    await rename(memberId, newName());
  });
});

describe('an old username', () => {
  it('leads to the member for 90 days, through several changes, and then to nobody', async () => {
    const { memberId, username } = await newMember();
    const second = newName();
    await rename(memberId, second);
    const { username: third } = await rename(memberId, newName());
    for (const name of [username, username.toUpperCase(), second, third]) {
      expect(await whoIs(name)).toMatchObject({ memberId, username: third });
    }
    await ageFormerNames(memberId, '89 days 23 hours');
    expect(await whoIs(username)).toMatchObject({ memberId });
    await ageFormerNames(memberId, '90 days 1 minute');
    expect(await whoIs(username)).toBeNull();
    expect(await whoIs(third)).toMatchObject({ memberId });
  });

  it('is reserved for 90 days, at sign-up and for others, and may be taken back', async () => {
    const [mary, tom] = [await newMember(), await newMember()];
    await rename(mary.memberId, newName());
    await expect(register(mary.username)).rejects.toMatchObject(reserved);
    await expect(rename(tom.memberId, mary.username)).rejects.toMatchObject(reserved);
    expect(await rename(mary.memberId, mary.username)).toMatchObject({ username: mary.username });
    expect(await whoIs(mary.username)).toMatchObject({ memberId: mary.memberId });
  });

  it('is free afterwards, and belongs to whoever takes it then', async () => {
    const [mary, tom] = [await newMember(), await newMember()];
    await rename(mary.memberId, newName());
    await ageFormerNames(mary.memberId, '91 days');
    await rename(tom.memberId, mary.username);
    expect(await whoIs(mary.username)).toMatchObject({ memberId: tom.memberId });
    // When Tom gives the name up in turn, it is reserved for Tom, and no longer for Mary.
    await rename(tom.memberId, newName());
    expect(await whoIs(mary.username)).toMatchObject({ memberId: tom.memberId });
    await expect(rename(mary.memberId, mary.username)).rejects.toMatchObject(reserved);
  });

  it('given up while somebody else tries to take it stays reserved', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [mary, tom] = [await newMember(), await newMember()];
      const [, stolen] = await Promise.allSettled([
        rename(mary.memberId, newName()),
        rename(tom.memberId, mary.username),
      ]);
      expect(stolen).toMatchObject({ status: 'rejected' });
      expect(await whoIs(mary.username)).toMatchObject({ memberId: mary.memberId });
    }
  });

  it('of a suspended member leads to nobody', async () => {
    const { memberId, username } = await newMember();
    await rename(memberId, newName());
    await auth.schema.owner.query(`UPDATE member SET status = 'suspended' WHERE id = $1`, [memberId]);
    expect(await whoIs(username)).toBeNull();
  });

  it('is forgotten when it is kept no longer, and no other', async () => {
    const [mary, tom] = [await newMember(), await newMember()];
    await rename(mary.memberId, newName());
    await rename(tom.memberId, newName());
    await ageFormerNames(mary.memberId, '91 days');
    const replica = await auth.addReplica();
    await eventually(async () => {
      const { rows } = await auth.schema.owner.query(
        `SELECT username FROM former_username WHERE username = ANY($1)`,
        [[mary.username, tom.username]],
      );
      expect(rows).toEqual([{ username: tom.username }]);
    });
    await replica.stop();
  });
});
