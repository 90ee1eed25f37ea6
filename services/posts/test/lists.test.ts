import { commonErrors } from '@likewell/contracts/core/common-errors';
import { PAGE_SIZE } from '@likewell/contracts/core/page';
import type { BestRange } from '@likewell/contracts/posts/post';
import { deletePost, getPost, listBest, listMemberPosts, listNew } from '@likewell/contracts/posts/rpc';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { eventually } from '@likewell/testing/eventually';
import { hideAllPosts, usePosts } from './posts-under-test.js';

interface Page {
  items: { id: number; likesSumNano: bigint }[];
  nextCursor: string | null;
}
type List = (cursor: string | null) => Promise<Page>;

const MANY = 3 * PAGE_SIZE + 7;

const posts = usePosts();
beforeEach(() => hideAllPosts(posts.owner));

const best =
  (range: BestRange = 'all'): List =>
  (cursor) =>
    posts.bus.call(listBest, { range, cursor });
const newest: List = (cursor) => posts.bus.call(listNew, { cursor });
const of =
  (username: string, viewerId: number | null = null): List =>
  (cursor) =>
    posts.bus.call(listMemberPosts, { username, viewerId, cursor });

const idsOf = ({ items }: Page) => items.map(({ id }) => id);

/** Reads a list to its end and calls `between` after every page. */
async function readAll(
  list: List,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(cursor);
    pages.push(page);
    cursor = page.nextCursor;
    await between();
  } while (cursor !== null);
  return pages;
}

const notifyLikes = (totals: Record<number, number>) =>
  posts.bus.tell(likesCounted, {
    totals: Object.entries(totals).map(([postId, likes]) => ({
      postId: Number(postId),
      likesSumNano: BigInt(likes),
    })),
  });

const likesOf = async (postId: number) =>
  (await posts.bus.call(getPost, { postId, viewerId: null })).likesSumNano;

describe('every list', () => {
  const lists = { best: () => best(), new: () => newest, member: (username: string) => of(username) };

  it.each(Object.entries(lists))('(%s) shows each post on exactly one page, in order', async (name, list) => {
    const { authorId, username } = await posts.newAuthor();
    // Few different sums, so that page boundaries fall between posts with the same sum.
    const likes = (index: number) => (name === 'best' ? index % 3 : 0);
    const ids = await posts.seed(authorId, MANY, likes);
    const pages = await readAll(list(username));
    const expected = ids
      .map((id, index) => ({ id, likes: likes(index) }))
      .sort((a, b) => b.likes - a.likes || b.id - a.id)
      .map(({ id }) => id);
    expect(pages.map(({ items }) => items.length)).toEqual([20, 20, 20, 7]);
    expect(pages.flatMap(idsOf)).toEqual(expected);
  });

  it.each(Object.entries(lists))('(%s) of exactly two pages ends with the second', async (_, list) => {
    const { authorId, username } = await posts.newAuthor();
    await posts.seed(authorId, 2 * PAGE_SIZE);
    expect((await readAll(list(username))).map(({ items }) => items.length)).toEqual([20, 20]);
  });

  it.each(Object.entries(lists))(
    '(%s) neither repeats nor skips a post while others are written',
    async (_, list) => {
      const { authorId, username } = await posts.newAuthor();
      const ids = await posts.seed(authorId, MANY);
      const pages = await readAll(list(username), () => posts.seed(authorId, 5));
      const seen = pages.flatMap(idsOf);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => ids.includes(id))).toEqual([...ids].reverse());
    },
  );

  it.each(Object.entries(lists))(
    '(%s) has no deleted and no waiting post, and may be empty',
    async (_, list) => {
      const { authorId, username } = await posts.newAuthor();
      expect(await list(username)(null)).toEqual({ items: [], nextCursor: null });
      const [kept = 0, deleted = 0] = await posts.seed(authorId, 2);
      await posts.bus.call(deletePost, { postId: deleted, authorId });
      await posts.write(authorId, 'Links', 'www. '.repeat(9));
      expect(idsOf(await list(username)(null))).toEqual([kept]);
    },
  );

  it.each(Object.entries(lists))(
    '(%s) of very long texts ends pages early, under 512 KiB, and stays complete',
    async (_, list) => {
      const { authorId, username } = await posts.newAuthor();
      const ids = await posts.seed(authorId, PAGE_SIZE + 5);
      // 10,000 characters of three bytes each: twenty of them exceed the size of a message.
      await posts.owner.query('UPDATE post_revision SET body = $2 WHERE post_id = ANY ($1)', [
        ids,
        '漢'.repeat(10_000),
      ]);
      const pages = await readAll(list(username));
      expect(pages.flatMap(idsOf)).toEqual([...ids].reverse());
      for (const page of pages) {
        const json = JSON.stringify(page, (_key, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        expect(Buffer.byteLength(json)).toBeLessThan(512 * 1024);
      }
      expect(pages[0]?.items.length).toBeLessThan(PAGE_SIZE);
    },
  );

  it('takes no cursor of another list, of another range, of another member, or of nobody’s making', async () => {
    const { authorId, username } = await posts.newAuthor();
    const { username: other } = await posts.newAuthor();
    await posts.seed(authorId, PAGE_SIZE + 1);
    const cursors = await Promise.all(
      [best(), best('day'), newest, of(username)].map(async (list) => (await list(null)).nextCursor),
    );
    const readers = [best(), best('day'), newest, of(username)];
    for (const [writer, cursor] of [...cursors, 'AAAA', 'x'.repeat(300)].entries()) {
      for (const [reader, list] of [...readers, of(other)].entries()) {
        if (writer === reader && writer < cursors.length) await expect(list(cursor)).resolves.toBeDefined();
        else await expect(list(cursor)).rejects.toMatchObject({ code: commonErrors.INVALID_CURSOR.code });
      }
    }
  });
});

describe('best', () => {
  it('follows the ledger’s totals, and the younger of two equals comes first', async () => {
    const { authorId } = await posts.newAuthor();
    const [a = 0, b = 0, c = 0] = await posts.seed(authorId, 3);
    expect(idsOf(await best()(null))).toEqual([c, b, a]);
    await notifyLikes({ [a]: 30, [b]: 10, [c]: 10 });
    await eventually(async () => expect(idsOf(await best()(null))).toEqual([a, c, b]));
    await notifyLikes({ [b]: 31 });
    await eventually(async () => expect(idsOf(await best()(null))).toEqual([b, a, c]));
  });

  it('never lowers a total for news that is older, nor invents a post', async () => {
    const { authorId } = await posts.newAuthor();
    const [post = 0, marker = 0] = await posts.seed(authorId, 2);
    await notifyLikes({ [post]: 500 });
    await notifyLikes({ [post]: 400, 999_999_999: 7 });
    await notifyLikes({ [marker]: 1 });
    await eventually(async () => expect(await likesOf(marker)).toBe(1n));
    expect(await likesOf(post)).toBe(500n);
    const { rowCount } = await posts.owner.query('SELECT FROM post_rank WHERE post_id = 999999999');
    expect(rowCount).toBe(0);
  });

  it('counts beyond what a double holds exactly', async () => {
    const { authorId } = await posts.newAuthor();
    const [post = 0] = await posts.seed(authorId, 1);
    const likesSumNano = 10n ** 27n + 1n;
    await posts.bus.tell(likesCounted, { totals: [{ postId: post, likesSumNano }] });
    await eventually(async () => expect(await likesOf(post)).toBe(likesSumNano));
  });

  it('of a range holds what was published within it', async () => {
    const { authorId } = await posts.newAuthor();
    const ages = ['23 hours', '25 hours', '6 days', '8 days', '27 days', '32 days', '360 days', '370 days'];
    const ids = await posts.seed(authorId, ages.length);
    await posts.owner.query(
      `UPDATE post_rank SET published_at = now() - age FROM unnest($1::bigint[], $2::interval[]) AS t (id, age)
       WHERE post_id = id`,
      [ids, ages],
    );
    const expected: Record<BestRange, number> = { day: 1, week: 3, month: 5, year: 7, all: 8 };
    for (const [range, howMany] of Object.entries(expected)) {
      const found = idsOf(await best(range as BestRange)(null));
      expect([range, found.sort((a, b) => a - b)]).toEqual([range, ids.slice(0, howMany)]);
    }
  });

  it('of a range spreads over pages like any other', async () => {
    const { authorId } = await posts.newAuthor();
    const ids = await posts.seed(authorId, MANY, (index) => index % 2);
    const pages = await readAll(best('day'));
    expect(pages.flatMap(idsOf).sort((a, b) => a - b)).toEqual(ids);
  });
});
