import { memberProfileChanged } from '@likewell/contracts/auth/events';
import { changeAvatar, findAvatar, getOwnProfile } from '@likewell/contracts/auth/profile-rpc';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AuthUnderTest } from './auth-under-test.js';
import type { AuthService } from './start-auth.js';

let world: AuthUnderTest;
let auth: AuthService;

beforeAll(async () => {
  world = await AuthUnderTest.start();
  auth = world.service;
});
afterAll(() => world.stop());

const newMember = async () => (await world.newMember()).memberId;

/** Makes bytes that look like a finished picture; its pixels do not matter here. */
const picture = (name: string, size = 200) =>
  new Uint8Array(Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.alloc(size - 12, name)]));
const sha256 = (image: Uint8Array) => createHash('sha256').update(image).digest('hex');
const wear = (memberId: number, image: Uint8Array<ArrayBuffer>) =>
  auth.bus.call(changeAvatar, { memberId, image });
const find = async (image: Uint8Array) => (await auth.bus.call(findAvatar, { sha256: sha256(image) })).image;

describe('a picture', () => {
  it('is found under its SHA-256 byte for byte, stands in the profile, and everybody is told', async () => {
    const memberId = await newMember();
    const image = picture('first', 65_536);
    const profile = await wear(memberId, image);
    const address = `/api/avatars/${sha256(image)}.webp`;
    expect(profile).toMatchObject({ memberId, avatar: address, version: 2 });
    expect(await auth.bus.call(getOwnProfile, { memberId })).toMatchObject({ avatar: address });
    expect(Buffer.from((await find(image)) ?? []).equals(image)).toBe(true);
    const { rows } = await auth.schema.owner.query(
      `SELECT envelope->'data'->'profile'->>'avatar' AS avatar FROM outbox
       WHERE subject = $1 AND envelope->'data'->'profile'->>'memberId' = $2 ORDER BY seq`,
      [memberProfileChanged.subject, String(memberId)],
    );
    expect(rows).toEqual([{ avatar: null }, { avatar: address }]);
  });

  it('chosen again changes nothing', async () => {
    const memberId = await newMember();
    await wear(memberId, picture('again'));
    expect(await wear(memberId, picture('again'))).toMatchObject({ version: 2 });
  });

  it('goes with the last member who had it', async () => {
    const [mary, tom] = [await newMember(), await newMember()];
    const shared = picture('shared');
    await wear(mary, shared);
    await wear(tom, shared);
    await wear(mary, picture('of mary'));
    expect(await find(shared)).not.toBeNull();
    await wear(tom, picture('of tom'));
    expect(await find(shared)).toBeNull();
  });

  it('of a suspended member is none, unless somebody else has it, until they are reinstated', async () => {
    const [mary, tom] = [await newMember(), await newMember()];
    const setStatus = (status: string) =>
      auth.schema.owner.query('UPDATE member SET status = $2 WHERE id = $1', [mary, status]);
    const shared = picture('of both');
    await wear(mary, shared);
    await wear(tom, shared);
    await setStatus('suspended');
    expect(await find(shared)).not.toBeNull();
    await wear(tom, picture('of the other'));
    expect(await find(shared)).toBeNull();
    await setStatus('active');
    expect(await find(shared)).not.toBeNull();
  });

  it('that nobody has is none', async () => {
    expect(await find(picture('nobody'))).toBeNull();
  });

  it('put on and taken off by many at once never goes missing', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, newMember));
    const [one, two] = [picture('one'), picture('two')];
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(members.map((member, index) => wear(member, (round + index) % 2 ? one : two)));
      const { rows } = await auth.schema.owner.query(
        `SELECT count(*)::int AS worn, count(a.sha256)::int AS kept FROM member m
         LEFT JOIN avatar a ON a.sha256 = m.avatar_sha256 WHERE m.id = ANY($1)`,
        [members],
      );
      expect(rows).toEqual([{ worn: 5, kept: 5 }]);
    }
    await Promise.all(members.map((member) => wear(member, one)));
    expect(await find(two)).toBeNull();
  });

  it('that is no WebP of at most 64 KiB is rejected', async () => {
    const memberId = await newMember();
    const unchecked = { ...changeAvatar, input: z.any() };
    for (const image of [picture('x', 65_537), new Uint8Array(), Buffer.from('GIF89a and more'), 'text!']) {
      const text = typeof image === 'string' ? image : Buffer.from(image).toString('base64');
      await expect(auth.bus.call(unchecked, { memberId, image: text })).rejects.toMatchObject({
        code: commonErrors.INVALID_INPUT.code,
      });
    }
  });

  it('of a member who does not exist is rejected and not kept', async () => {
    const image = picture('stray');
    await expect(wear(999_999, image)).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    expect(await find(image)).toBeNull();
  });
});
