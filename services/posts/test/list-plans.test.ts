import type { Tx } from '@likewell/service-kit/database/database';
import { buffersOf, explain, settleTables, stepsOf } from '@likewell/testing/plans';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import type { TestSchema } from '@likewell/testing/test-schema';
import { postsSchema } from '../src/schema.js';
import { findBest, findNew, findPostsOf, type LimitedRange } from '../src/feeds/feeds.queries.js';
import { rankedBest } from '../src/feeds/ranked-best.queries.js';
import { deleteUnusedDrafts } from '../src/drafts/drafts.queries.js';
import { measureWaiting } from '../src/moderation/review-queue.queries.js';
import { loadPosts } from './load-posts.js';

const POSTS = 50_000;
const AUTHORS = 500;
/** The author of every tenth post. */
const PROLIFIC = 1000;
/** An author of a hundred public posts, and then of thousands of old ones that were deleted or never published. */
const HIDDEN = 1003;
const HIDDEN_POSTS = 12_000;
const MIDDLE = POSTS / 2;
/** Drafts that have become old, with a text and without one each. */
const OLD = 50;

let schema: TestSchema;

/** Posts of two years by many authors, one in fifty of them deleted, one in fifty never published. */
beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  await loadPosts(schema, {
    firstAuthor: 1000,
    authors: AUTHORS,
    posts: POSTS + HIDDEN_POSTS,
    author: `CASE WHEN n > ${POSTS} THEN ${HIDDEN} WHEN n % 10 = 0 THEN ${PROLIFIC} ELSE 1000 + n % ${AUTHORS} END`,
    createdAt: `now() - CASE WHEN n > ${POSTS} THEN interval '30 days' ELSE (${POSTS} - n) * interval '730 days' / ${POSTS} END`,
    deleted: `CASE WHEN n > ${POSTS} THEN n % 2 = 0 ELSE n % 50 = 1 END`,
    published: `n % 50 <> 2 AND n <= ${POSTS}`,
    likesSum: '(n * 7919 % 10007) * 1000000::numeric',
  });
  // A draft is marked once it is old, so all that are younger are not.
  await schema.owner.query(`
    INSERT INTO ai_draft SELECT gen_random_uuid(), now() - interval '1 year', true FROM generate_series(1, 20000);
    INSERT INTO ai_draft SELECT gen_random_uuid(), now() - interval '29 days' FROM generate_series(1, 5000);
    INSERT INTO ai_draft SELECT gen_random_uuid(), now() - interval '31 days' FROM generate_series(1, ${2 * OLD});
    UPDATE post_revision SET draft_id = draft.id
      FROM (SELECT id, row_number() OVER (ORDER BY is_used DESC, heard_at DESC) AS n FROM ai_draft) AS draft
      WHERE draft.n <= ${25_000 + OLD} AND post_revision.id = draft.n;
  `);
  await settleTables(schema, ['author', 'post', 'post_revision', 'post_rank', 'ai_draft']);
}, 240_000);
afterAll(() => schema.drop());

async function expectIndexed(read: (tx: Tx) => Promise<unknown[]>, maxBuffers: number): Promise<void> {
  const { Plan: plan } = await explain(schema, read);
  const scanned = stepsOf(plan).filter((node) => node['Node Type'].includes('Seq Scan'));
  expect(scanned.map((node) => node['Relation Name']).filter((table) => table !== 'author')).toEqual([]);
  expect(plan['Actual Rows']).toBe(21);
  expect(buffersOf(plan)).toBeLessThan(maxBuffers);
}

const key = { likesSumNano: 5_000_000_000n, postId: MIDDLE };

describe('of 50,000 posts a page', () => {
  it.each([
    ['the first', null],
    ['a deep', key],
  ])('of Best, %s one, is read from the index alone', async (_, after) => {
    const { text, values } = rankedBest('all', after);
    await expectIndexed((tx) => tx.query(text, values), 400);
  });

  it.each(['day', 'week', 'month', 'year'] satisfies LimitedRange[])(
    'of Best of a %s reads no more than its window before its ranks are complete',
    async (range) => {
      await expectIndexed((tx) => findBest(tx, range, null), 1000);
      await expectIndexed((tx) => findBest(tx, range, { ...key, likesSumNano: 8_000_000_000n }), 1000);
    },
  );

  it.each([
    ['the first', null],
    ['a deep', MIDDLE],
  ])('of New, %s one, is read from the index alone', async (_, before) => {
    await expectIndexed((tx) => findNew(tx, before), 400);
  });

  it.each([
    ['somebody else', null],
    ['another member', PROLIFIC + 1],
    ['the author', PROLIFIC],
  ])('of a member as seen by %s is read from the index alone', async (_, viewer) => {
    await expectIndexed((tx) => findPostsOf(tx, PROLIFIC, viewer, null), 400);
    await expectIndexed((tx) => findPostsOf(tx, PROLIFIC, viewer, MIDDLE), 400);
  });

  it.each([
    ['somebody else', null],
    ['another member', PROLIFIC],
  ])('of a member with thousands of hidden posts as seen by %s passes none of them', async (_, viewer) => {
    await expectIndexed((tx) => findPostsOf(tx, HIDDEN, viewer, null), 400);
    await expectIndexed((tx) => findPostsOf(tx, HIDDEN, viewer, MIDDLE), 400);
  });
});

it('a count of what waits passes over texts that were decided', async () => {
  expect(buffersOf((await explain(schema, measureWaiting)).Plan)).toBeLessThan(100);
});

it('drafts that have become old are found past all others, and asked for their texts one by one', async () => {
  const { Plan: plan } = await explain(schema, deleteUnusedDrafts);
  expect(stepsOf(plan).filter((step) => step['Node Type'].includes('Seq Scan'))).toEqual([]);
  expect(buffersOf(plan)).toBeLessThan(40 * OLD);
  const sql = `SELECT count(*) FILTER (WHERE is_used)::int AS used, count(*)::int AS all FROM ai_draft`;
  expect((await schema.owner.query(sql)).rows).toEqual([{ used: 20_000 + OLD, all: 25_000 + OLD }]);
});
