import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import {
  createPost,
  deletePost,
  editPost,
  exportFollows,
  exportTexts,
  followAuthor,
} from '@likewell/contracts/posts/rpc';
import { buffersOf, explain, stepsOf } from '@likewell/testing/plans';
import { findExportedTexts } from '../src/exports/exports.queries.js';
import { usePosts } from './posts-under-test.js';

const posts = usePosts();

/** Reads all pages of an author's texts. */
async function textsOf(memberId: number) {
  const pages: RpcOutput<typeof exportTexts>[] = [];
  do {
    pages.push(await posts.bus.call(exportTexts, { memberId, after: pages.at(-1)?.next ?? null }));
  } while (pages.at(-1)?.next);
  return { pages: pages.length, texts: pages.flatMap(({ texts }) => texts) };
}

it('every text of an author comes once, of deleted posts too, and nobody else’s', async () => {
  const [{ authorId }, other] = [await posts.newAuthor(), await posts.newAuthor()];
  const [first, second] = [await posts.publish(authorId, 'First'), await posts.publish(authorId, 'Second')];
  await posts.publish(other.authorId, 'Of another');
  await posts.bus.call(editPost, { postId: first, authorId, title: 'First', body: 'Another text of it.' });
  await posts.bus.call(deletePost, { postId: second, authorId });
  const { texts } = await textsOf(authorId);
  expect(texts.map(({ postId, title }) => [postId, title])).toEqual([
    [first, 'First'],
    [first, 'First'],
    [second, 'Second'],
  ]);
  expect(texts.map(({ postDeletedAt }) => postDeletedAt !== null)).toEqual([false, false, true]);
  expect(texts.filter(({ isPublic }) => isPublic).map(({ postId }) => postId)).toEqual([first]);
});

it('a page of the longest texts ends before it is too big for the bus', async () => {
  const { authorId } = await posts.newAuthor();
  for (let count = 0; count < 16; count += 1)
    await posts.bus.call(createPost, {
      authorId,
      title: `Long ${count}`,
      body: `${count}${'漢'.repeat(9990)}`,
    });
  const { pages, texts } = await textsOf(authorId);
  expect(pages).toBe(2);
  expect(texts.map(({ title }) => title)).toEqual(Array.from({ length: 16 }, (_, count) => `Long ${count}`));
});

it('of many posts a page reads a page', async () => {
  const { authorId } = await posts.newAuthor();
  const ids = await posts.seed(authorId, 5000);
  await posts.owner.query('ANALYZE post, post_revision, post_rank');
  const after = { postId: ids[2500] ?? 0, textId: 0 };
  const { Plan: plan } = await explain(posts.service.schema, async (tx) => [
    await findExportedTexts(tx, authorId, after),
  ]);
  expect(stepsOf(plan).filter((one) => one['Node Type'].includes('Seq Scan'))).toEqual([]);
  expect(buffersOf(plan)).toBeLessThan(400);
  expect((await textsOf(authorId)).texts).toHaveLength(5000);
});

it('whom a member follows comes with since when', async () => {
  const [one, other] = [await posts.newAuthor(), await posts.newAuthor()];
  await posts.bus.call(followAuthor, { followerId: one.authorId, username: other.username });
  const { follows, nextId } = await posts.bus.call(exportFollows, { memberId: one.authorId, afterId: null });
  expect(follows).toEqual([{ authorId: other.authorId, since: expect.stringMatching(/Z$/) }]);
  expect(nextId).toBeNull();
  expect((await posts.bus.call(exportFollows, { memberId: other.authorId, afterId: null })).follows).toEqual(
    [],
  );
});

it('whom a member follows comes once, however many they are', async () => {
  const { authorId: memberId } = await posts.newAuthor();
  await posts.owner.query(
    `WITH followed AS (
       INSERT INTO author (id, username, is_verified, version)
       SELECT id, 'followed_' || id, false, 1 FROM generate_series(500001, 501001) AS id RETURNING id)
     INSERT INTO follow (follower_id, author_id) SELECT $1, id FROM followed`,
    [memberId],
  );
  const first = await posts.bus.call(exportFollows, { memberId, afterId: null });
  const last = await posts.bus.call(exportFollows, { memberId, afterId: first.nextId });
  const ids = [...first.follows, ...last.follows].map(({ authorId }) => authorId);
  expect(ids).toEqual(Array.from({ length: 1001 }, (_, index) => 500_001 + index));
  expect(last.nextId).toBeNull();
});
