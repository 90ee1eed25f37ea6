import { authErrors } from '@likewell/contracts/auth/errors';
import { changeUsername, findProfile } from '@likewell/contracts/auth/profile-rpc';
import { migrate } from '@likewell/service-kit/database/migrate';
import { schemaBefore } from '@likewell/testing/schema-before';
import { createTestSchema } from '@likewell/testing/test-schema';
import { skeletonOf } from '../src/usernames/skeleton.js';
import { authSchema } from '../src/schema.js';
import { AuthUnderTest } from './auth-under-test.js';
import { startGoogle } from './google-under-test.js';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';

const TAKEN = { code: authErrors.USERNAME_TAKEN.code };
const RESERVED = { code: authErrors.USERNAME_RESERVED.code };

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
});
afterAll(() => auth.stop());

const rename = (memberId: number, username: string) =>
  auth.service.bus.call(changeUsername, { memberId, username });

/** Inserts members as if they had registered before names were compared. */
async function seedEarlier(...usernames: string[]): Promise<number[]> {
  const { rows } = await auth.service.schema.owner.query<{ id: number }>(
    `INSERT INTO member (username, public_token, skeleton_is_shared)
     SELECT name, name, place > 1 FROM unnest($1::text[]) WITH ORDINALITY AS given (name, place) ORDER BY place RETURNING id::int`,
    [usernames],
  );
  return rows.map(({ id }) => id);
}

describe('a name that passes for another member’s', () => {
  it('is taken: at sign-up and at a change, whatever way it is altered', async () => {
    await auth.register('marlowe_10');
    const { memberId } = await auth.newMember();
    for (const name of [
      'marlowe_1o',
      'm4rl0w3_10',
      'marlowe10',
      'rnarlowe_10',
      'marlovve_10',
      'marIowe__io',
      'mar1owe_10',
    ]) {
      await expect(auth.register(name)).rejects.toMatchObject(TAKEN);
      await expect(rename(memberId, name)).rejects.toMatchObject(TAKEN);
    }
    await auth.register('marlowe_12');
  });

  it('is taken from who signs in with Google, who gets the next one', async () => {
    const world = await startGoogle();
    const signIn = async (name: string) => {
      const person = { name, email: `${name.replace(' ', '.')}@gmail.example` };
      return (await world.finish(await world.visit(person))).member;
    };
    const { username, memberId } = await signIn('Warren Cole');
    expect(username).toBe('warren_cole');
    expect(await signIn('Vvarren Co1e')).toMatchObject({ username: 'vvarren_co1e_2' });
    // This also holds while the name is only reserved for its former owner.
    await world.auth.bus.call(changeUsername, { memberId, username: 'somebody_else' });
    expect(await signIn('Warren C0le')).toMatchObject({ username: 'warren_c0le_3' });
    await world.stop();
  });

  it('raced for goes to exactly one', async () => {
    const names = ['sirocco_5', 's1rocco_5', 'sirocc0_5', 'siroccos', 'sirocco5', 'si_rocco_5'];
    const results = await Promise.allSettled(names.map((name) => auth.register(name)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(TAKEN);
  });

  it('waits for who is just taking one like it, and is taken then', async () => {
    const { memberId } = await auth.newMember();
    const other = await auth.service.schema.owner.connect();
    await other.query('BEGIN');
    await other.query(`INSERT INTO member (username, public_token) VALUES ('mistral', 'mistral')`);
    const renamed = rename(memberId, 'm1stral').catch((error: unknown) => error);
    try {
      await untilSoManyWait(auth.service.schema, 1);
    } finally {
      await other.query('COMMIT');
      other.release();
    }
    expect(await renamed).toMatchObject(TAKEN);
  });

  it('is free to its own member', async () => {
    const { member } = await auth.register('valentina');
    expect(await rename(member.memberId, 'valentin4')).toMatchObject({ username: 'valentin4' });
    expect(await rename(member.memberId, 'valentina')).toMatchObject({ username: 'valentina' });
  });

  it('stays taken for 90 days after it was given up', async () => {
    const { member } = await auth.register('octavia');
    await rename(member.memberId, auth.newName());
    await expect(auth.register('octavia')).rejects.toMatchObject(RESERVED);
    await expect(auth.register('0ctavia')).rejects.toMatchObject(TAKEN);
    const { memberId } = await auth.newMember();
    await expect(rename(memberId, '0ctavia')).rejects.toMatchObject(TAKEN);
    await auth.service.schema.owner.query(
      `UPDATE former_username SET given_up_at = now() - interval '91 days' WHERE member_id = $1`,
      [member.memberId],
    );
    await auth.register('0ctavia');
  });
});

describe('members who had such names before', () => {
  it('keep them, and nobody joins them, even when the first of them leaves', async () => {
    const [first = 0, second = 0] = await seedEarlier('brunhilda', 'brunh1lda');
    await expect(auth.register('brunhi1da')).rejects.toMatchObject(TAKEN);
    await rename(first, auth.newName());
    await auth.service.schema.owner.query(
      `UPDATE former_username SET given_up_at = now() - interval '91 days' WHERE member_id = $1`,
      [first],
    );
    await expect(auth.register('brunhi1da')).rejects.toMatchObject(TAKEN);
    const { profile } = await auth.service.bus.call(findProfile, { username: 'brunh1lda' });
    expect(profile).toMatchObject({ memberId: second });
  });

  it('may take back what they gave up', async () => {
    const [first = 0, second = 0] = await seedEarlier('kassandra', 'kas5andra');
    for (const [memberId, name] of [
      [first, 'kassandra'],
      [second, 'kas5andra'],
    ] as const) {
      await rename(memberId, auth.newName());
      expect(await rename(memberId, name)).toMatchObject({ username: name });
    }
  });
});

it('the migration lets all keep their names, and Postgres reads them as we do', async () => {
  const schema = await createTestSchema(
    'auth',
    schemaBefore(authSchema, 'TellLookalikeUsernames1765100000000'),
  );
  const names = [
    'maya',
    'm4ya',
    'maya_',
    'rnaya',
    'warren',
    'vvarren_2',
    '0123456789a',
    'i_l_1',
    'r_n_v_v',
    'rnrnvvv',
    '___',
  ];
  await schema.owner.query(
    'INSERT INTO member (username, public_token) SELECT name, name FROM unnest($1::text[]) AS name',
    [names],
  );
  await schema.owner.query(
    `INSERT INTO former_username (username, member_id) SELECT username, id FROM member`,
  );
  await migrate(schema.ownerUrl, authSchema);
  const { rows } = await schema.owner.query(
    `SELECT m.username, username_skeleton AS read, f.skeleton AS "readFormer", skeleton_is_shared AS shared
     FROM member m JOIN former_username f ON f.member_id = m.id ORDER BY m.id`,
  );
  expect(rows.map(({ username }) => username)).toEqual(names);
  for (const { username, read, readFormer } of rows) {
    expect([username, read, readFormer]).toEqual([username, skeletonOf(username), skeletonOf(username)]);
  }
  expect(rows.filter(({ shared }) => shared).map(({ username }) => username)).toEqual([
    'm4ya',
    'maya_',
    'rnaya',
  ]);
  // The row that a service of the previous version writes.
  await schema.owner.query(`INSERT INTO member (username, public_token) VALUES ('later', 'later')`);
  await schema.drop();
});
