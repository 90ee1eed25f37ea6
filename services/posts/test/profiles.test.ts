import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged } from '@likewell/contracts/auth/events';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { deletePost, followAuthor, getProfile, unfollowAuthor } from '@likewell/contracts/posts/rpc';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { eventually } from '@likewell/testing/eventually';
import { randomUUID } from 'node:crypto';
import { usePosts } from './posts-under-test.js';

const SINCE = '2025-03-04T05:06:07.000Z';
const notFound = { code: authErrors.MEMBER_NOT_FOUND.code };

const posts = usePosts();

const profileOf = (username: string, viewerId: number | null = null) =>
  posts.bus.call(getProfile, { username, viewerId });

/** Returns an author whose time of registration is known. */
async function newMember() {
  const { authorId, username } = await posts.newAuthor();
  await posts.owner.query('UPDATE author SET member_since = $2 WHERE id = $1', [authorId, SINCE]);
  return { authorId, username };
}

/** Stands in for auth, which gives this response to every call, and records the calls. */
function playAuth(profile: { memberId: number; username: string; memberSince?: string } | null) {
  const asked: unknown[] = [];
  const responding = posts.bus.respond(findProfile, (wanted) => {
    asked.push(wanted);
    return { profile: profile && { avatar: null, isVerified: false, version: 1, ...profile } };
  });
  return { asked, stop: () => responding.stop() };
}

describe('a profile', () => {
  it('of a member who has done nothing is there, with nothing counted', async () => {
    const { authorId, username } = await newMember();
    expect(await profileOf(username.toUpperCase())).toEqual({
      member: {
        memberId: authorId,
        username,
        avatar: null,
        isVerified: false,
        version: 1,
        memberSince: SINCE,
      },
      likeReceivedNano: 0n,
      followers: 0,
      posts: 0,
      isFollowed: null,
    });
  });

  it('counts the posts that everybody may read', async () => {
    const { authorId, username } = await newMember();
    const [first] = [await posts.publish(authorId), await posts.publish(authorId)];
    expect((await profileOf(username)).posts).toBe(2);
    await posts.owner.query(
      `UPDATE post SET published_revision_id = NULL WHERE author_id = $1 AND id <> $2`,
      [authorId, first],
    );
    expect((await profileOf(username)).posts).toBe(1);
    await posts.bus.call(deletePost, { postId: first, authorId });
    expect((await profileOf(username)).posts).toBe(0);
  });

  it('counts each follower once and says whether the viewer is one', async () => {
    const [author, me, other] = [await newMember(), await newMember(), await newMember()];
    const { username } = author;
    for (const followerId of [me.authorId, me.authorId, other.authorId])
      await posts.bus.call(followAuthor, { followerId, username });
    expect(await profileOf(username, me.authorId)).toMatchObject({ followers: 2, isFollowed: true });
    for (let time = 0; time < 2; time += 1)
      await posts.bus.call(unfollowAuthor, { followerId: me.authorId, username });
    expect(await profileOf(username, me.authorId)).toMatchObject({ followers: 1, isFollowed: false });
    expect(await profileOf(me.username, me.authorId)).toMatchObject({ followers: 0, isFollowed: false });
  });

  it('sums what its posts received, those that are gone too, however often and late the news of it comes', async () => {
    const { authorId, username } = await newMember();
    const [one = 0, two = 0] = await posts.seed(authorId, 2);
    const tell = (sums: [number, bigint][], eventId = randomUUID()) =>
      posts.bus.tell(
        likesCounted,
        { totals: sums.map(([postId, likesSumNano]) => ({ postId, likesSumNano })) },
        eventId,
      );
    const twice = randomUUID();
    await tell(
      [
        [one, 5n],
        [two, 7n],
      ],
      twice,
    );
    await tell(
      [
        [one, 5n],
        [two, 7n],
      ],
      twice,
    );
    await tell([[one, 3n]]);
    await tell([[two, 7n]]);
    await tell([[two, 10n ** 19n]]);
    await eventually(async () => expect((await profileOf(username)).likeReceivedNano).toBe(10n ** 19n + 5n));
    await posts.bus.call(deletePost, { postId: two, authorId });
    await tell([[one, 4n]]);
    await tell([[one, 6n]]);
    await eventually(async () => expect((await profileOf(username)).likeReceivedNano).toBe(10n ** 19n + 6n));
  });

  it('of a suspended member is not found, and is as it was once they are reinstated', async () => {
    const { authorId, username } = await newMember();
    await posts.seed(authorId, 3);
    await posts.notifyStatus(authorId, true);
    await expect(profileOf(username)).rejects.toMatchObject(notFound);
    await posts.notifyStatus(authorId, false);
    expect(await profileOf(username)).toMatchObject({ posts: 3 });
  });

  it('of a name that nobody has is not found, and of no name it is INVALID_INPUT', async () => {
    const auth = playAuth(null);
    await expect(profileOf('nobody')).rejects.toMatchObject(notFound);
    auth.stop();
    await expect(profileOf('nul\0nul')).rejects.toMatchObject({ code: commonErrors.INVALID_INPUT.code });
  });

  it('is found by a former name', async () => {
    const { authorId, username } = await newMember();
    const auth = playAuth({ memberId: authorId, username });
    expect((await profileOf('their_old_name')).member).toMatchObject({ memberId: authorId, username });
    auth.stop();
  });
});

describe('since when a member has been here', () => {
  it('comes with the news of their profile', async () => {
    const memberId = posts.newMemberId();
    const profile = {
      memberId,
      username: 'newcomer',
      avatar: null,
      isVerified: false,
      version: 1,
      memberSince: SINCE,
    };
    await posts.bus.tell(memberProfileChanged, { profile });
    const auth = playAuth(null);
    const found = await eventually(() => profileOf('newcomer'));
    auth.stop();
    expect(found.member.memberSince).toBe(SINCE);
  });

  it('stays known when later news do not say it', async () => {
    const { authorId } = await newMember();
    await posts.notifyProfile(authorId, 'renamed_since', 2);
    const auth = playAuth(null);
    expect((await eventually(() => profileOf('renamed_since'))).member.memberSince).toBe(SINCE);
    auth.stop();
  });

  it('is asked for once of a member who was known before', async () => {
    const { authorId, username } = await posts.newAuthor();
    const auth = playAuth({ memberId: authorId, username, memberSince: SINCE });
    for (let time = 0; time < 2; time += 1)
      expect((await profileOf(username)).member.memberSince).toBe(SINCE);
    auth.stop();
    expect(auth.asked).toEqual([{ memberId: authorId }]);
  });

  it('is left out while auth is away, or does not tell it, and asked again', async () => {
    const { authorId, username } = await posts.newAuthor();
    expect((await profileOf(username)).member.memberSince).toBeUndefined();
    const before = playAuth({ memberId: authorId, username });
    expect((await profileOf(username)).member.memberSince).toBeUndefined();
    before.stop();
    const auth = playAuth({ memberId: authorId, username, memberSince: SINCE });
    expect((await profileOf(username)).member.memberSince).toBe(SINCE);
    auth.stop();
  });

  it('is of nobody when auth knows that they are no member any more', async () => {
    const { username } = await posts.newAuthor();
    const auth = playAuth(null);
    await expect(profileOf(username)).rejects.toMatchObject(notFound);
    auth.stop();
  });
});
