import type { BestRange } from '@likewell/contracts/posts/post';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { buffersOf, explainPrepared, settleTables, stepsOf } from '@likewell/testing/plans';
import type { TestSchema } from '@likewell/testing/test-schema';
import type { PoolClient } from 'pg';
import { postsSchema } from '../src/schema.js';
import type { BestKey } from '../src/feeds/feeds.queries.js';
import { fillPeriods } from '../src/feeds/post-periods.queries.js';
import { rankedBest } from '../src/feeds/ranked-best.queries.js';
import { loadPosts } from './load-posts.js';

const POSTS = 60_000;
const AUTHORS = 500;
/** Rows that a read may skip: posts that have left a period since the job's last run, and few others. */
const MAX_PASSED_OVER = 5;
/** Four tables with 21 rows each, read by key, and the tops of four ranks. */
const MAX_BUFFERS = 350;

const RANGES = { day: 83, week: 576, month: 2500, year: POSTS / 2, all: POSTS } as const;

let schema: TestSchema;

/** Posts of two years; older posts have more LIKE, so a range's own posts all come after everything that is older. */
beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  await loadPosts(schema, {
    firstAuthor: 1000,
    authors: AUTHORS,
    posts: POSTS,
    author: `1000 + n % ${AUTHORS}`,
    createdAt: `now() - (${POSTS} - n) * interval '730 days' / ${POSTS}`,
    deleted: 'n % 50 = 0',
    likesSum: `(${POSTS} - n) * 1000000::numeric`,
  });
  await schema.owner.query('UPDATE post_rank SET period = NULL');
  await fillAll();
  await settleTables(schema, ['author', 'post', 'post_revision', 'post_rank']);
}, 240_000);
afterAll(() => schema.drop());

/** Fills the periods as the job does. */
async function fillAll(): Promise<void> {
  const tx = {
    query: async (sql: string, values: unknown[]) => (await schema.owner.query(sql, values)).rows,
  };
  while (await fillPeriods(tx as never, 10_000));
}

/** Returns the key of the post that has `depth` posts of the range before it. */
async function keyAt(range: BestRange, depth: number): Promise<BestKey | null> {
  if (depth === 0) return null;
  const { rows } = await schema.owner.query<{ id: number; likes: string }>(
    'SELECT post_id::int AS id, likes_sum::text AS likes FROM post_rank WHERE post_id = $1',
    [POSTS - RANGES[range] + 1 + depth],
  );
  if (!rows[0]) throw new Error('there is no post so deep');
  return { postId: rows[0].id, likesSumNano: BigInt(rows[0].likes) };
}

describe.each(Object.keys(RANGES) as BestRange[])(
  `of Best (%s) of ${POSTS} posts, the old ones first`,
  (range) => {
    it.each([0, 0.1, 0.5])('a page at depth %d reads its own posts and no others', async (part) => {
      const after = await keyAt(range, Math.floor(RANGES[range] * part));
      const { Plan: plan } = await explainPrepared(schema, rankedBest(range, after));
      const steps = stepsOf(plan);
      expect(plan['Actual Rows']).toBe(21);
      // One scan of the few authors may cost less than a look-up for each of them.
      const scanned = steps.filter((step) => step['Node Type'].includes('Seq Scan'));
      expect(scanned.filter((step) => step['Relation Name'] !== 'author')).toEqual([]);
      expect(steps.filter((step) => step['Node Type'].includes('Sort'))).toEqual([]);
      const passedOver = steps.map((step) => (step['Rows Removed by Filter'] ?? 0) * step['Actual Loops']);
      expect(passedOver.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(MAX_PASSED_OVER);
      expect(buffersOf(plan)).toBeLessThan(MAX_BUFFERS);
    });

    it('a page of any key is planned once', async () => {
      const client = await schema.owner.connect();
      const planned = await plansOf(client, range).finally(() => {
        client.release(true);
      });
      expect(planned.map(({ name }) => name)).toEqual([`best-${range}-after`, `best-${range}-first`]);
      for (const { times } of planned) expect(times).toBeLessThanOrEqual(5);
    });
  },
);

/** The larger the table, the cheaper the rank of all posts may seem. So the other one is taken away here. */
it.each(Object.keys(RANGES) as BestRange[])(
  'a page of Best (%s) is read from the rank of all posts only if all are in its range',
  async (range) => {
    const client = await schema.owner.connect();
    try {
      await client.query('BEGIN');
      await client.query('DROP INDEX post_in_period');
      await client.query('SET LOCAL enable_seqscan = off');
      const { rows } = await client.query(`EXPLAIN ${rankedBest(range, null).text}`);
      expect(JSON.stringify(rows).includes('post_best')).toBe(range === 'all');
    } finally {
      client.release(true);
    }
  },
);

/**
 * Returns how often a connection that reads at many depths makes a custom plan of each statement; Postgres
 * makes five of them for comparison.
 */
async function plansOf(client: PoolClient, range: BestRange): Promise<{ name: string; times: number }[]> {
  for (const part of [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]) {
    const after = await keyAt(range, Math.floor(RANGES[range] * part));
    for (let time = 0; time < 3; time += 1) await client.query(rankedBest(range, after));
  }
  const { rows } = await client.query<{ name: string; times: number }>(
    'SELECT name, custom_plans::int AS times FROM pg_prepared_statements ORDER BY name',
  );
  return rows;
}
