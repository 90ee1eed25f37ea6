import { authErrors } from '@likewell/contracts/auth/errors';
import { findProfile } from '@likewell/contracts/auth/profile-rpc';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { getPost, listMemberPosts } from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import { usePosts } from './posts-under-test.js';

const unavailable = { code: commonErrors.UNAVAILABLE.code };

const posts = usePosts();

/** Stands in for auth, which knows these members by name, and records each call. */
function playAuth(members: Record<string, number>) {
  const asked: unknown[] = [];
  const responding = posts.bus.respond(findProfile, (wanted) => {
    asked.push(wanted);
    const [username, memberId] =
      Object.entries(members).find(([name, id]) =>
        'memberId' in wanted ? id === wanted.memberId : name === wanted.username,
      ) ?? [];
    if (username === undefined || memberId === undefined) return { profile: null };
    return { profile: { memberId, username, avatar: null, isVerified: true, version: 1 } };
  });
  return { asked, stop: () => responding.stop() };
}

const listOf = (username: string) =>
  posts.bus.call(listMemberPosts, { username, viewerId: null, cursor: null });
const authorOf = async (postId: number) => (await posts.bus.call(getPost, { postId, viewerId: null })).author;

describe('an author', () => {
  it('whose news has not arrived is asked for once', async () => {
    const memberId = posts.newMemberId();
    const auth = playAuth({ fresh: memberId });
    const postId = await posts.publish(memberId);
    await posts.publish(memberId);
    auth.stop();
    expect(auth.asked).toEqual([{ memberId }]);
    expect(await authorOf(postId)).toMatchObject({ memberId, username: 'fresh', isVerified: true });
  });

  it('who is not known here cannot write while auth is away; one who is known can', async () => {
    const { authorId } = await posts.newAuthor();
    await expect(posts.write(posts.newMemberId())).rejects.toMatchObject(unavailable);
    await expect(posts.write(authorId)).resolves.toBeGreaterThan(0);
  });

  it('has beside every post the name of their newest profile, in whatever order the news comes', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.publish(authorId);
    await posts.notifyProfile(authorId, 'third_name', 3);
    await posts.notifyProfile(authorId, 'second_name', 2);
    await posts.notifyProfile(authorId, 'third_again', 3);
    const { authorId: marker } = await posts.newAuthor();
    await posts.notifyProfile(marker, 'marker_name', 2);
    await eventually(async () => expect((await listOf('marker_name')).items).toEqual([]));
    expect(await authorOf(postId)).toMatchObject({ username: 'third_name', version: 3 });
    expect((await listOf('THIRD_name')).items).toMatchObject([{ id: postId }]);
  });

  it('whom an event made known before their first post is not asked for', async () => {
    const memberId = posts.newMemberId();
    await posts.notifyProfile(memberId, 'told_before');
    await eventually(async () => expect(await listOf('told_before')).toMatchObject({ items: [] }));
    const auth = playAuth({});
    await posts.publish(memberId);
    auth.stop();
    expect(auth.asked).toEqual([]);
  });
});

describe('the posts of a name', () => {
  it('that only auth knows are an empty list, and auth is asked once', async () => {
    const auth = playAuth({ quiet: posts.newMemberId() });
    expect(await listOf('Quiet')).toEqual({ items: [], nextCursor: null });
    expect(await listOf('quiet')).toEqual({ items: [], nextCursor: null });
    auth.stop();
    expect(auth.asked).toEqual([{ username: 'quiet' }]);
  });

  it('that nobody has are MEMBER_NOT_FOUND, and UNAVAILABLE while auth cannot say so', async () => {
    const auth = playAuth({});
    await expect(listOf('nobody')).rejects.toMatchObject({ code: authErrors.MEMBER_NOT_FOUND.code });
    auth.stop();
    await expect(listOf('nobody')).rejects.toMatchObject(unavailable);
  });

  it('that no name can be are INVALID_INPUT, never an inner error', async () => {
    await expect(listOf('nul\0nul')).rejects.toMatchObject({ code: commonErrors.INVALID_INPUT.code });
  });
});
