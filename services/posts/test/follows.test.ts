import { authErrors } from '@likewell/contracts/auth/errors';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { postErrors } from '@likewell/contracts/posts/errors';
import { followAuthor, isFollowing, unfollowAuthor } from '@likewell/contracts/posts/rpc';
import { usePosts } from './posts-under-test.js';

const MAX_FOLLOWS = 5000;

const posts = usePosts();

const follow = (followerId: number, username: string) =>
  posts.bus.call(followAuthor, { followerId, username });
const unfollow = (followerId: number, username: string) =>
  posts.bus.call(unfollowAuthor, { followerId, username });
const follows = async (followerId: number, username: string) =>
  (await posts.bus.call(isFollowing, { followerId, username })).following;

async function newMember(): Promise<number> {
  return (await posts.newAuthor()).authorId;
}

/** Makes a member follow many authors at once. */
async function followMany(followerId: number, howMany: number): Promise<void> {
  await posts.owner.query(
    `WITH many AS (INSERT INTO author SELECT $1 * 100000 + n, 'many_' || $1 || '_' || n, NULL, false, 1
       FROM generate_series(1, $2::bigint) AS n RETURNING id)
     INSERT INTO follow SELECT $1, id FROM many`,
    [followerId, howMany],
  );
}

describe('following', () => {
  it('and unfollowing hold until the other one, and both may be repeated', async () => {
    const [me, { username }] = [await newMember(), await posts.newAuthor()];
    expect(await follows(me, username)).toBe(false);
    await unfollow(me, username);
    for (let time = 0; time < 2; time += 1) await follow(me, username);
    expect(await follows(me, username)).toBe(true);
    for (let time = 0; time < 2; time += 1) await unfollow(me, username);
    expect(await follows(me, username)).toBe(false);
  });

  it('is one’s own: neither the author nor another member follows anybody by it', async () => {
    const [me, other, author] = [await newMember(), await newMember(), await posts.newAuthor()];
    await follow(me, author.username);
    expect(await follows(other, author.username)).toBe(false);
    await unfollow(other, author.username);
    expect(await follows(author.authorId, `author_${me}`)).toBe(false);
    expect(await follows(me, author.username)).toBe(true);
  });

  it('knows a name in whatever case it is written', async () => {
    const [me, { username }] = [await newMember(), await posts.newAuthor()];
    await follow(me, username.toUpperCase());
    expect(await follows(me, username)).toBe(true);
  });

  it('oneself is rejected, and one never follows oneself', async () => {
    const { authorId, username } = await posts.newAuthor();
    await expect(follow(authorId, username)).rejects.toMatchObject({
      code: postErrors.CANNOT_FOLLOW_YOURSELF.code,
    });
    expect(await follows(authorId, username)).toBe(false);
  });

  it('a name that nobody has is MEMBER_NOT_FOUND, and one that cannot be is INVALID_INPUT', async () => {
    const auth = posts.bus.respond(findProfile, () => ({ profile: null }));
    const me = await newMember();
    const unknown = { code: authErrors.MEMBER_NOT_FOUND.code };
    for (const ask of [follow, unfollow, follows]) {
      await expect(ask(me, 'nobody')).rejects.toMatchObject(unknown);
      await expect(ask(me, 'nul\0nul')).rejects.toMatchObject({ code: commonErrors.INVALID_INPUT.code });
    }
    auth.stop();
  });

  it('is open to a member whose news has not arrived', async () => {
    const [me, { username }] = [posts.newMemberId(), await posts.newAuthor()];
    const profile = { memberId: me, username: 'late_news', avatar: null, isVerified: false, version: 1 };
    const auth = posts.bus.respond(findProfile, () => ({ profile }));
    await follow(me, username);
    auth.stop();
    expect(await follows(me, username)).toBe(true);
  });

  it('stays within 5,000 authors, also when many are followed at the same moment', async () => {
    const me = await newMember();
    await followMany(me, MAX_FOLLOWS - 2);
    const authors = await Promise.all(Array.from({ length: 6 }, () => posts.newAuthor()));
    const outcomes = await Promise.allSettled(authors.map(({ username }) => follow(me, username)));
    const rejected = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(rejected).toHaveLength(4);
    for (const reason of rejected) expect(reason).toMatchObject({ code: postErrors.TOO_MANY_FOLLOWS.code });
    const { rows } = await posts.owner.query('SELECT count(*)::int FROM follow WHERE follower_id = $1', [me]);
    expect(rows).toEqual([{ count: MAX_FOLLOWS }]);
  });

  it('at the limit may be repeated, and is possible again after an unfollowing', async () => {
    const me = await newMember();
    await followMany(me, MAX_FOLLOWS);
    await follow(me, `many_${me}_1`);
    const { username } = await posts.newAuthor();
    await expect(follow(me, username)).rejects.toMatchObject({ code: postErrors.TOO_MANY_FOLLOWS.code });
    await unfollow(me, `many_${me}_1`);
    await follow(me, username);
    expect(await follows(me, username)).toBe(true);
  });

  it('two members who follow each other at the same moment both succeed', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 10 }, async () => [await posts.newAuthor(), await posts.newAuthor()] as const),
    );
    await Promise.all(
      pairs.flatMap(([a, b]) => [follow(a.authorId, b.username), follow(b.authorId, a.username)]),
    );
    for (const [a, b] of pairs) expect(await follows(a.authorId, b.username)).toBe(true);
  });
});
