import { commonErrors } from '@likewell/contracts/core/common-errors';
import { PAGE_SIZE } from '@likewell/contracts/core/page';
import {
  deletePost,
  editPost,
  followAuthor,
  getPost,
  listFollowing,
  listNew,
  unfollowAuthor,
} from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import { openTestDatabase } from '@likewell/testing/test-database';
import { lockPost } from '../src/posts/posts.queries.js';
import { usePosts } from './posts-under-test.js';

const posts = usePosts();

const page = (followerId: number, cursor: string | null = null) =>
  posts.bus.call(listFollowing, { followerId, cursor });
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
const feedOf = async (followerId: number) => idsOf(await page(followerId));

/** Reads the whole feed, page by page, and calls `between` after every page. */
async function readAll(
  followerId: number,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number[][]> {
  const pages: number[][] = [];
  let cursor: string | null = null;
  do {
    const read: Awaited<ReturnType<typeof page>> = await page(followerId, cursor);
    pages.push(idsOf(read));
    cursor = read.nextCursor;
    await between();
  } while (cursor !== null);
  return pages;
}

/** Returns a member who follows this many new authors. */
async function newReader(howMany: number) {
  const { authorId: reader } = await posts.newAuthor();
  const authors = await Promise.all(Array.from({ length: howMany }, () => posts.newAuthor()));
  for (const { username } of authors) await posts.bus.call(followAuthor, { followerId: reader, username });
  return { reader, authors };
}

/** Expects the values that triggers keep to equal those that a query counts. */
async function expectNewestRight(): Promise<void> {
  const { rows } = await posts.owner.query(`
    SELECT author_id, kept.post_id AS kept, counted.post_id AS counted
    FROM (SELECT * FROM author_newest WHERE post_id IS NOT NULL) kept
    FULL JOIN (SELECT author_id, max(id) AS post_id FROM post
      WHERE published_revision_id IS NOT NULL AND deleted_at IS NULL GROUP BY author_id) counted USING (author_id)
    WHERE kept.post_id IS DISTINCT FROM counted.post_id`);
  expect(rows).toEqual([]);
}

describe('the Following feed', () => {
  it('has the followed authors’ posts on one page each, newest first, and nobody else’s, not even one’s own', async () => {
    const { reader, authors } = await newReader(7);
    const somebodyElse = await posts.newAuthor();
    const expected: number[] = [];
    // Authors post in turns, with different numbers of posts: quiet authors between busy ones.
    for (let round = 0; round < 6; round += 1) {
      for (const [index, { authorId }] of authors.entries()) {
        if (round % (index + 1) === 0) expected.push(...(await posts.seed(authorId, 2 + index)));
      }
      // More posts than the feed reads before it reads the authors one by one.
      await posts.seed(somebodyElse.authorId, round % 2 === 0 ? 5 : 600);
      await posts.seed(reader, 3);
    }
    const pages = await readAll(reader);
    expect(pages.flat()).toEqual(expected.reverse());
    expect(pages.slice(0, -1).every((ids) => ids.length === PAGE_SIZE)).toBe(true);
  });

  it('is what New would be with all other authors left out, for any choice of authors', async () => {
    const authors = await Promise.all(Array.from({ length: 30 }, () => posts.newAuthor()));
    for (let round = 0; round < 12; round += 1) {
      for (const [index, { authorId }] of authors.entries()) {
        if ((index * 7 + round * 5) % 11 < 3) await posts.seed(authorId, 1 + ((index + round) % 3));
      }
    }
    for (const every of [1, 2, 5, 29]) {
      const { authorId: reader } = await posts.newAuthor();
      const chosen = authors.filter((_, index) => index % every === 0);
      for (const { username } of chosen) await posts.bus.call(followAuthor, { followerId: reader, username });
      const { rows } = await posts.owner.query<{ id: number }>(
        'SELECT id::int FROM post WHERE author_id = ANY ($1) ORDER BY id DESC',
        [chosen.map(({ authorId }) => authorId)],
      );
      expect((await readAll(reader)).flat()).toEqual(rows.map(({ id }) => id));
    }
    await expectNewestRight();
  });

  it('of nobody, or of authors without posts, is empty', async () => {
    const { authorId: alone } = await posts.newAuthor();
    expect(await page(alone)).toEqual({ items: [], nextCursor: null });
    const { reader } = await newReader(3);
    expect(await page(reader)).toEqual({ items: [], nextCursor: null });
  });

  it('follows what is followed: an author’s posts come and go at once, the old ones too', async () => {
    const { reader, authors } = await newReader(1);
    const other = await posts.newAuthor();
    const [old = 0] = await posts.seed(other.authorId, 1);
    const [mine = 0] = await posts.seed(authors[0]?.authorId ?? 0, 1);
    expect(await feedOf(reader)).toEqual([mine]);
    const wanted = { followerId: reader, username: other.username };
    await posts.bus.call(followAuthor, wanted);
    expect(await feedOf(reader)).toEqual([mine, old]);
    await posts.bus.call(unfollowAuthor, wanted);
    expect(await feedOf(reader)).toEqual([mine]);
  });

  it('has a post as soon as it is published, and only its published text', async () => {
    const { reader, authors } = await newReader(1);
    const author = authors[0]?.authorId ?? 0;
    const first = await posts.publish(author, 'Public');
    await posts.write(author, 'Waiting', 'www. '.repeat(9));
    expect((await page(reader)).items).toMatchObject([
      { id: first, title: 'Public', reviewStatus: 'approved' },
    ]);
    const links = 'www. '.repeat(9);
    await posts.bus.call(editPost, { postId: first, authorId: author, title: 'Edited', body: links });
    expect((await page(reader)).items).toMatchObject([{ id: first, title: 'Public' }]);
  });

  it('loses a deleted post and shows the one before it, back to none and on again', async () => {
    const { reader, authors } = await newReader(2);
    const author = authors[0]?.authorId ?? 0;
    const ids = await posts.seed(author, 3);
    for (const postId of [...ids].reverse()) {
      expect((await feedOf(reader))[0]).toBe(postId);
      await posts.bus.call(deletePost, { postId, authorId: author });
      await expectNewestRight();
    }
    expect(await feedOf(reader)).toEqual([]);
    const again = await posts.publish(author);
    expect(await feedOf(reader)).toEqual([again]);
  });

  it('loses a deleted post while the one before it is edited', async () => {
    const { reader, authors } = await newReader(1);
    const authorId = authors[0]?.authorId ?? 0;
    const [edited = 0, deleted = 0] = await posts.seed(authorId, 2);
    const database = await openTestDatabase(posts.service.schema.url, 1);
    try {
      await database.transaction(async (tx) => {
        await lockPost(tx, edited);
        await posts.bus.call(deletePost, { postId: deleted, authorId });
      });
    } finally {
      await database.dataSource.destroy();
    }
    expect(await feedOf(reader)).toEqual([edited]);
  });

  it('keeps its newest posts right while many are published and deleted at once', async () => {
    const { reader, authors } = await newReader(3);
    const written = await Promise.all(
      authors.flatMap(({ authorId }) =>
        Array.from({ length: 12 }, async () => ({ authorId, postId: await posts.write(authorId) })),
      ),
    );
    // Deletes from the newest on, while the check publishes the others.
    await Promise.all(
      written
        .filter((_, index) => index % 12 > 5)
        .map(({ authorId, postId }) => posts.bus.call(deletePost, { authorId, postId })),
    );
    const kept = written.filter((_, index) => index % 12 <= 5).map(({ postId }) => postId);
    for (const postId of kept) await eventually(() => posts.bus.call(getPost, { postId, viewerId: null }));
    await expectNewestRight();
    expect((await feedOf(reader)).sort()).toEqual(kept.sort());
  });

  it('neither repeats nor skips a post while others are written', async () => {
    const { reader, authors } = await newReader(4);
    const ids: number[] = [];
    for (let round = 0; round < 5; round += 1)
      for (const { authorId } of authors) ids.push(...(await posts.seed(authorId, 3)));
    const seen = (await readAll(reader, () => posts.seed(authors[1]?.authorId ?? 0, 4))).flat();
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => ids.includes(id))).toEqual([...ids].reverse());
  });

  it('of very long texts ends pages early and stays complete', async () => {
    const { reader, authors } = await newReader(2);
    const ids: number[] = [];
    for (const { authorId } of authors) ids.push(...(await posts.seed(authorId, PAGE_SIZE)));
    const text = '漢'.repeat(10_000);
    await posts.owner.query('UPDATE post_revision SET body = $2 WHERE post_id = ANY ($1)', [ids, text]);
    const pages = await readAll(reader);
    expect(pages.flat()).toEqual([...ids].reverse());
    expect(pages[0]?.length).toBeLessThan(PAGE_SIZE);
  });

  it('takes no cursor of another list, of another member, or of nobody’s making', async () => {
    const { reader, authors } = await newReader(1);
    await posts.seed(authors[0]?.authorId ?? 0, PAGE_SIZE + 1);
    const { nextCursor } = await page(reader);
    expect(idsOf(await page(reader, nextCursor))).toHaveLength(1);
    const invalid = { code: commonErrors.INVALID_CURSOR.code };
    const { nextCursor: ofNew } = await posts.bus.call(listNew, { cursor: null });
    for (const cursor of [ofNew, 'AAAA', 'x'.repeat(300)])
      await expect(page(reader, cursor)).rejects.toMatchObject(invalid);
    const { authorId: other } = await posts.newAuthor();
    await expect(page(other, nextCursor)).rejects.toMatchObject(invalid);
    await expect(posts.bus.call(listNew, { cursor: nextCursor })).rejects.toMatchObject(invalid);
  });
});
