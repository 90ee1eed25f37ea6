import { buffersOf, explain, settleTables, stepsOf } from '@likewell/testing/plans';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import type { TestSchema } from '@likewell/testing/test-schema';
import { postsSchema } from '../src/schema.js';
import { findFollowing } from '../src/follows/follows.queries.js';
import { loadPosts } from './load-posts.js';

const POSTS = 240_000;
const AUTHORS = 60_000;
/** The last third of the authors, who wrote only in the first half of the time. */
const FIRST_QUIET = 40_000;
const MIDDLE = POSTS / 2;
const FIRST_AUTHOR = 1000;

const [EAGER, NOSTALGIC, USUAL, LONELY, PATIENT] = [1000, 1001, 1002, 1003, 1004];
const MANY = 5000;
/** Too few for a page to be among the newest 500 posts of all authors, at any depth. */
const SEVERAL = 1500;
const SOME = 50;

let schema: TestSchema;

/**
 * 240,000 posts by 60,000 authors, one in fifty deleted and one in fifty never published; and members who
 * follow them.
 */
beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  await loadPosts(schema, {
    firstAuthor: FIRST_AUTHOR,
    authors: AUTHORS,
    posts: POSTS,
    author: `${FIRST_AUTHOR} + abs(hashint4(n)::bigint) % CASE WHEN n <= ${MIDDLE} THEN ${AUTHORS} ELSE ${FIRST_QUIET} END`,
    deleted: 'n % 50 = 1',
    published: 'n % 50 <> 2',
    follows: `
      INSERT INTO follow SELECT ${EAGER}, ${FIRST_AUTHOR} + n * 7 FROM generate_series(1, ${MANY}) AS n;
      INSERT INTO follow SELECT ${NOSTALGIC}, ${FIRST_AUTHOR + FIRST_QUIET} + n * 3 FROM generate_series(1, ${MANY}) AS n;
      INSERT INTO follow SELECT ${PATIENT}, ${FIRST_AUTHOR} + n * 23 FROM generate_series(1, ${SEVERAL}) AS n;
      INSERT INTO follow SELECT ${USUAL}, ${FIRST_AUTHOR} + n * 999 FROM generate_series(1, ${SOME}) AS n;
      INSERT INTO follow SELECT f, ${FIRST_AUTHOR} + (n * 11 + f * 13) % ${AUTHORS}
        FROM generate_series(2000, 3000) AS f, generate_series(1, ${SOME}) AS n
        WHERE f <> ${FIRST_AUTHOR} + (n * 11 + f * 13) % ${AUTHORS};`,
  });
  await settleTables(schema, ['author', 'author_newest', 'follow', 'post', 'post_revision', 'post_rank']);
}, 240_000);
afterAll(() => schema.drop());

describe('of 240,000 posts a page of the Following feed', () => {
  // A member who follows many has the newest post of each author looked up, and perhaps one older post.
  it.each([
    ['5,000 busy authors, the first', EAGER, null, 1500],
    ['5,000 busy authors, a deep', EAGER, MIDDLE, 1500],
    ['5,000 quiet authors, the first', NOSTALGIC, null, 25_000],
    ['5,000 quiet authors, a deep', NOSTALGIC, MIDDLE / 2, 40_000],
    ['1,500 authors, the first', PATIENT, null, 8000],
    ['1,500 authors, a deep', PATIENT, MIDDLE, 15_000],
    ['50 authors, the first', USUAL, null, 1500],
    ['50 authors, a deep', USUAL, MIDDLE, 1500],
  ])('for who follows %s one, is read from indexes alone', async (_, reader, before, maxBuffers) => {
    const { Plan: plan, JIT: compiled } = await explain(schema, (tx) => findFollowing(tx, reader, before));
    const scanned = stepsOf(plan).filter((step) => step['Node Type'].includes('Seq Scan'));
    // For very many follows one scan of this small table may cost less than a look-up for each of them.
    expect(scanned.map((step) => step['Relation Name']).filter((table) => table !== 'author_newest')).toEqual(
      [],
    );
    expect(compiled).toBeUndefined();
    expect(plan['Actual Rows']).toBe(21);
    expect(buffersOf(plan)).toBeLessThan(maxBuffers);
    const ofPosts = stepsOf(plan).filter((step) => step['Relation Name'] === 'post');
    const rowsRead = ofPosts.map((step) => step['Actual Rows'] * step['Actual Loops']);
    expect(rowsRead.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(MANY + 1000);
  });

  it('for who follows nobody costs next to nothing', async () => {
    const { Plan: plan } = await explain(schema, (tx) => findFollowing(tx, LONELY, null));
    expect(plan['Actual Rows']).toBe(0);
    expect(buffersOf(plan)).toBeLessThan(2500);
  });

  it.each([EAGER, NOSTALGIC, PATIENT, USUAL])(
    'is the right one at every depth (reader %i)',
    async (reader) => {
      const reading = {
        query: async (sql: string, parameters: unknown[]) => (await schema.owner.query(sql, parameters)).rows,
      };
      for (const before of [null, POSTS - 1, MIDDLE + 1, MIDDLE, 1234, 60, 1]) {
        const found = await findFollowing(reading as never, reader, before);
        const { rows } = await schema.owner.query<{ id: number }>(
          `SELECT id::int FROM post WHERE author_id IN (SELECT author_id FROM follow WHERE follower_id = $1)
         AND published_revision_id IS NOT NULL AND deleted_at IS NULL AND id < $2 ORDER BY id DESC LIMIT 21`,
          [reader, before ?? POSTS + 1],
        );
        expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      }
    },
  );
});
