import { deletePost, editPost, findNames } from '@likewell/contracts/posts/rpc';
import { usePosts } from './posts-under-test.js';

const posts = usePosts({ MODERATION: 'manual' });

const titles = async (viewerId: number, postIds: number[]) =>
  (await posts.bus.call(findNames, { viewerId, memberIds: [], postIds })).posts;

it('members are named by the profiles that are known, once each', async () => {
  const [me, other] = [await posts.newAuthor(), await posts.newAuthor()];
  const memberIds = [other.authorId, me.authorId, other.authorId, 999_999];
  const { members } = await posts.bus.call(findNames, { viewerId: me.authorId, memberIds, postIds: [] });
  expect(members.map(({ memberId, username }) => [memberId, username]).sort()).toEqual(
    [me, other].map(({ authorId, username }) => [authorId, username]).sort(),
  );
});

it('a suspended member is named without their picture, until they are reinstated', async () => {
  const { authorId } = await posts.newAuthor();
  await posts.owner.query(`UPDATE author SET avatar = '/a.webp' WHERE id = $1`, [authorId]);
  const found = async () => {
    const wanted = { viewerId: authorId, memberIds: [authorId], postIds: [] };
    return (await posts.bus.call(findNames, wanted)).members;
  };
  for (const [isSuspended, avatar] of [
    [true, null],
    [false, '/a.webp'],
  ] as const) {
    await posts.notifyStatus(authorId, isSuspended);
    expect(await found()).toMatchObject([{ username: `author_${authorId}`, avatar }]);
  }
});

it('a title is the one that the viewer may read: their own newest, of others the published one', async () => {
  const [author, reader] = [await posts.newAuthor(), await posts.newAuthor()];
  const [id = 0] = await posts.seed(author.authorId, 1);
  const waiting = await posts.write(author.authorId, 'Not checked yet');
  await posts.bus.call(editPost, {
    postId: id,
    authorId: author.authorId,
    title: 'Edited',
    body: 'Other words.',
  });
  const wanted = [id, waiting, 999_999];
  expect(await titles(reader.authorId, wanted)).toEqual([{ id, title: `Seeded ${id}` }]);
  expect((await titles(author.authorId, wanted)).sort((a, b) => a.id - b.id)).toEqual([
    { id, title: 'Edited' },
    { id: waiting, title: 'Not checked yet' },
  ]);
});

it('a post that is gone has no title any more, for nobody', async () => {
  const [author, reader] = [await posts.newAuthor(), await posts.newAuthor()];
  const [id = 0] = await posts.seed(author.authorId, 1);
  expect(await titles(reader.authorId, [id])).toHaveLength(1);
  await posts.bus.call(deletePost, { postId: id, authorId: author.authorId });
  for (const { authorId } of [author, reader]) expect(await titles(authorId, [id])).toEqual([]);
});
