import type { Tx } from '@likewell/service-kit/database/database';
import { buffersOf, explain, settleTables, stepsOf, type PlanNode } from '@likewell/testing/plans';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import type { TestSchema } from '@likewell/testing/test-schema';
import { deleteFollows, lockFollows, withdrawPosts } from '../src/departures/departures.queries.js';
import { raiseLikesSums } from '../src/feeds/feeds.queries.js';
import { findMembers, findTitles } from '../src/names/names.queries.js';
import { eraseNextTexts } from '../src/posts/erase-texts.js';
import { restorePosts, withholdPosts } from '../src/posts/publication.queries.js';
import { findProfile } from '../src/profiles/profiles.queries.js';
import { postsSchema } from '../src/schema.js';
import { wrongCounts } from './kept-counts.js';
import { loadPosts } from './load-posts.js';

const AUTHORS = 20_000;
const POSTS = 60_000;
const FIRST = 1000;
/** The author whom everyone follows. */
const FAMOUS = FIRST;

/** How many rows some steps of a plan read or filtered out. */
const rowsOf = (steps: PlanNode[]) =>
  steps.reduce(
    (sum, one) => sum + (one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0)) * one['Actual Loops'],
    0,
  );

let schema: TestSchema;

beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  await loadPosts(schema, {
    firstAuthor: FIRST,
    authors: AUTHORS,
    posts: POSTS,
    author: `CASE WHEN n % 2 = 0 THEN ${FAMOUS} ELSE ${FIRST} + n % ${AUTHORS} END`,
    likesSum: 'n * 1000',
    follows: `
      INSERT INTO follow SELECT id, ${FAMOUS} FROM author WHERE id <> ${FAMOUS};
      INSERT INTO follow SELECT id, ${FAMOUS} + n FROM author, generate_series(1, 5) AS n WHERE id > ${FAMOUS} + n;`,
  });
  await settleTables(schema, [
    'author',
    'author_count',
    'author_likes',
    'follow',
    'post',
    'post_revision',
    'post_rank',
  ]);
}, 240_000);
afterAll(() => schema.drop());

describe(`of ${POSTS} posts and ${AUTHORS} followers`, () => {
  it('a profile reads one row of each table by its key', async () => {
    const { Plan: plan } = await explain(schema, async (tx) => [await findProfile(tx, FAMOUS, FIRST + 7)]);
    const steps = stepsOf(plan);
    expect(steps.filter((one) => one['Node Type'].includes('Seq Scan'))).toEqual([]);
    const read = steps.filter((one) => one['Relation Name'] !== undefined);
    expect(read.map((one) => one['Relation Name']).sort()).toEqual([
      'author',
      'author_count',
      'author_likes',
      'follow',
    ]);
    for (const one of read) expect(one['Actual Rows'] * one['Actual Loops']).toBeLessThanOrEqual(1);
    expect(buffersOf(plan)).toBeLessThan(20);
  });

  it('the names of a page are looked up by their keys', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => 1 + n * 1000);
    for (const look of [
      () => explain(schema, (tx) => findTitles(tx, ids, FAMOUS)),
      () =>
        explain(schema, (tx) =>
          findMembers(
            tx,
            ids.map((id) => FIRST + (id % AUTHORS)),
          ),
        ),
    ]) {
      const { Plan: plan } = await look();
      expect(stepsOf(plan).filter((one) => one['Node Type'].includes('Seq Scan'))).toEqual([]);
      expect(plan['Actual Rows']).toBe(20);
      expect(buffersOf(plan)).toBeLessThan(300);
    }
  });

  it.each([1, 256])('news of %i posts look up the authors of these alone', async (howMany) => {
    const client = await schema.owner.connect();
    // Rows found by an index count as fetched by that index, since the connection's last report.
    const readOfPosts = async () => {
      const { rows } = await client.query<{ scans: number; fetched: number }>(`
        SELECT pg_stat_get_xact_numscans('post'::regclass)::int AS scans, sum(pg_stat_get_xact_tuples_fetched(oid))::int AS fetched
        FROM pg_class WHERE oid = 'post'::regclass OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'post'::regclass)`);
      return rows[0] ?? { scans: NaN, fetched: NaN };
    };
    try {
      await client.query('BEGIN');
      const before = await readOfPosts();
      const reading = {
        query: async (sql: string, values: unknown[]) => (await client.query(sql, values)).rows,
      };
      const totals = Array.from({ length: howMany }, (_, n) => ({
        postId: 1 + n * 7,
        likesSumNano: 10n ** 15n,
      }));
      await raiseLikesSums(reading as never, totals);
      const after = await readOfPosts();
      expect(after).toEqual({ scans: before.scans, fetched: before.fetched + howMany });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it.each([null, { followerId: FIRST + AUTHORS / 2, authorId: FAMOUS }])(
    'the followers of an author who leaves are found 5,000 at a time, by an index (after %j)',
    async (after) => {
      const { Plan: plan } = await explain(schema, (tx) => lockFollows(tx, FAMOUS, after));
      const found = stepsOf(plan).filter((one) => one['Relation Name'] === 'follow');
      // Each is read by the page, and once more to be locked.
      expect(rowsOf(found)).toBe(2 * 5000);
      expect(rowsOf(stepsOf(plan).filter((one) => one['Node Type'] === 'LockRows'))).toBe(5000);
    },
  );

  it('the followers of an author who leaves are counted once, not one after the other', async () => {
    const { Triggers } = await explain(schema, (tx) => deleteFollows(tx, FAMOUS, null));
    expect(Triggers).toMatchObject([{ Calls: 1 }]);
    expect(await wrongCounts(schema)).toEqual([]);
  });

  it.each([
    ['withdrawn', (tx: Tx) => withdrawPosts(tx, FAMOUS, { keepsPublic: true, onlyPostId: null, afterId: 0 })],
    ['emptied', (tx: Tx) => eraseNextTexts(tx, FAMOUS, { onlyPostId: null, after: null })],
    [
      'emptied after one with a high number',
      (tx: Tx) =>
        eraseNextTexts(tx, FAMOUS, { onlyPostId: null, after: { postId: 30_000, textId: 2 ** 40 } }),
    ],
  ] as const)(
    'of an author whose public posts stay, a statement reads 5,000 to find which are %s',
    async (_, change) => {
      const { Plan: plan } = await explain(schema, change);
      const read = stepsOf(plan).filter((one) => one['Relation Name']?.startsWith('post'));
      expect(read.filter((one) => one['Node Type'] === 'Seq Scan')).toEqual([]);
      // Each with one more row: to lock a post, or of another author, on the way to a text.
      const ofPosts = read.filter((one) => one['Relation Name'] === 'post');
      expect(rowsOf(ofPosts)).toBeLessThan(11_000);
      expect(buffersOf(plan)).toBeLessThan(25_000);
    },
  );

  it('the newest post of an author who is suspended and reinstated is found once a statement, not once a post', async () => {
    for (const [change, newest] of [
      [withholdPosts, 55_000],
      [restorePosts, POSTS],
    ] as const) {
      const { Triggers } = await explain(schema, (tx) => change(tx, FAMOUS, 55_000));
      expect(Triggers).toContainEqual(
        expect.objectContaining({ 'Trigger Name': 'keep_author_newest', Calls: 1 }),
      );
      const sql = 'SELECT post_id::int AS newest FROM author_newest WHERE author_id = $1';
      expect((await schema.owner.query(sql, [FAMOUS])).rows).toEqual([{ newest }]);
    }
  });
});
