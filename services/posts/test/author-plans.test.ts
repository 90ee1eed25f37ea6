import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { buffersOf, explain, settleTables } from '@likewell/testing/plans';
import type { TestSchema } from '@likewell/testing/test-schema';
import { findExportedTexts } from '../src/exports/exports.queries.js';
import { findPostsOf } from '../src/feeds/feeds.queries.js';
import { findEarlierTexts } from '../src/moderation/moderation.queries.js';
import { eraseNextTexts } from '../src/posts/erase-texts.js';
import { withholdPosts } from '../src/posts/publication.queries.js';
import { postsSchema } from '../src/schema.js';
import { loadPosts } from './load-posts.js';

const POSTS = 120_000;
/** The author of the first third of all posts, a month ago. */
const FORMER = 1000;
/** The author of each third of the others, all of this week. */
const BUSY = 1001;

let schema: TestSchema;

beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  await loadPosts(schema, {
    firstAuthor: 1000,
    authors: 500,
    posts: POSTS,
    author: `CASE WHEN n <= ${POSTS / 3} THEN ${FORMER} WHEN n % 3 = 0 THEN ${BUSY} ELSE 1002 + n % 498 END`,
    createdAt: `now() - CASE WHEN n <= ${POSTS / 3} THEN interval '30 days' ELSE interval '1 hour' END`,
  });
  await settleTables(schema, ['author', 'post', 'post_revision']);
}, 240_000);
afterAll(() => schema.drop());

/** Returns how many pages of the database a search for texts of `length` characters reads. */
async function pagesRead(authorId: number, length: number): Promise<number> {
  const text = { title: 'T', body: 'x'.repeat(length - 2) };
  const { Plan: plan } = await explain(schema, (tx) =>
    findEarlierTexts(tx, { authorId, postId: 1, revisionId: POSTS + 1, ...text }),
  );
  return buffersOf(plan);
}

describe('a check for copies', () => {
  it('reads ten texts of an author of thousands where these could be alike', async () => {
    expect(await pagesRead(BUSY, 200)).toBeLessThan(100);
  });

  it('reads a few hundred at most where none could be', async () => {
    expect(await pagesRead(BUSY, 10)).toBeLessThan(1200);
  });

  it('reads a few hundred at most where all are too old, and no posts of others', async () => {
    expect(await pagesRead(FORMER, 200)).toBeLessThan(1200);
  });
});

describe.each([
  ['somebody else', null],
  ['another member', BUSY + 1],
  ['themselves', FORMER],
])('a page of the posts of a member who wrote thousands long ago, for %s', (_, viewer) => {
  it.each([
    ['the first', null],
    ['one that begins after newer posts of others', POSTS / 2],
    ['a deep', 20_000],
  ])('reads no posts of others: %s', async (__, before) => {
    const { Plan: plan } = await explain(schema, (tx) => findPostsOf(tx, FORMER, viewer, before));
    expect(plan['Actual Rows']).toBe(21);
    expect(buffersOf(plan)).toBeLessThan(300);
  });
});

it.each([
  ['whose first post is a late one', BUSY, null],
  ['whose last post is an old one', FORMER, { postId: POSTS / 3 - 5, textId: POSTS / 3 - 5 }],
])('an export of an author %s reads no posts of others', async (_, authorId, after) => {
  const { Plan: plan } = await explain(schema, async (tx) => {
    await findExportedTexts(tx, authorId, after);
  });
  expect(buffersOf(plan)).toBeLessThan(300);
});

it('the last posts of a suspended author who wrote long ago are found among no posts of others', async () => {
  const { Plan: plan } = await explain(schema, (tx) => withholdPosts(tx, FORMER, POSTS / 3 - 5));
  expect(buffersOf(plan)).toBeLessThan(300);
});

it('the last texts of an author who wrote long ago and leaves are emptied among no posts of others', async () => {
  const last = POSTS / 3 - 5;
  const { Plan: plan } = await explain(schema, async (tx) => {
    await eraseNextTexts(tx, FORMER, { onlyPostId: null, after: { postId: last, textId: last } });
  });
  expect(buffersOf(plan)).toBeLessThan(300);
});
