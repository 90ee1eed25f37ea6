import { bestRange, type BestRange, type Post } from '@likewell/contracts/posts/post';
import type { Tx } from '@likewell/service-kit/database/database';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import fc from 'fast-check';
import pg from 'pg';
import { withdrawPosts } from '../src/departures/departures.queries.js';
import { findBest, raiseLikesSums, type BestKey } from '../src/feeds/feeds.queries.js';
import { fillPeriods, movePosts, PERIODS, restartFill } from '../src/feeds/post-periods.queries.js';
import { findRankedBest } from '../src/feeds/ranked-best.queries.js';
import {
  publishRevision,
  restorePosts,
  unpublishRevision,
  withholdPosts,
} from '../src/posts/publication.queries.js';
import { postsSchema } from '../src/schema.js';
import { hideAllPosts } from './posts-under-test.js';

const AUTHORS = 4;
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** More than one page, so that lists have several pages. */
const FIRST_POSTS = 60;
const PAGE = 20;

const STEPS = [
  'publish',
  'tip',
  'hide',
  'show',
  'suspend',
  'reinstate',
  'depart',
  'date',
  'move',
  'wait',
  'rebuild',
] as const;
const step = fc.record({
  what: fc.constantFrom(...STEPS),
  post: fc.nat(),
  author: fc.nat({ max: AUTHORS - 1 }),
  likes: fc.bigInt({ min: 0n, max: 30n }),
  // Offsets just before and just after posts leave a range, and larger ones around them.
  aroundMs: fc.constantFrom(-DAY, -HOUR, -SECOND, 0, SECOND, HOUR, DAY),
  length: fc.constantFrom('1 day', '7 days', '1 month', '1 year', '0 days'),
  waitMs: fc.constantFrom(SECOND, 30 * SECOND, 23 * HOUR, DAY, 3 * DAY, 7 * DAY, 29 * DAY, 366 * DAY),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
/** Start times; among them are ends of months at which a range's start jumps back. */
const begin = fc.constantFrom(
  '2027-03-27T23:00Z',
  '2028-02-28T12:00Z',
  '2029-02-27T22:00Z',
  '2027-05-30T23:59Z',
  '2027-12-31T00:00Z',
);

let schema: TestSchema;
let client: pg.Client;
let tx: Tx;
let nowMs = 0;

beforeAll(async () => {
  schema = await createTestSchema('posts', postsSchema);
  const name = new URL(schema.url).username;
  // This clock precedes Postgres' own in the search path, and the defaults of the table use it.
  await schema.owner.query(`
    CREATE SEQUENCE clock;
    CREATE FUNCTION ${name}.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT to_timestamp(last_value / 1000.0) FROM ${name}.clock';
    ALTER TABLE post_rank ALTER COLUMN published_at SET DEFAULT ${name}.now();
    INSERT INTO author (id, username, is_verified, version) SELECT 1000 + n, 'author_' || n, false, 1 FROM generate_series(0, ${AUTHORS - 1}) AS n`);
  client = new pg.Client({ connectionString: schema.ownerUrl });
  await client.connect();
  await client.query(`SET search_path = ${name}, pg_catalog`);
  tx = {
    query: async (sql: string, values?: unknown[]) => {
      const { command, rows, rowCount } = await client.query(sql, values);
      return command === 'UPDATE' || command === 'DELETE' ? [rows, rowCount] : rows;
    },
  } as unknown as Tx;
});
afterAll(async () => {
  await client.end();
  await schema.drop();
});

async function setNow(ms: number): Promise<void> {
  nowMs = ms;
  await client.query("SELECT setval('clock', $1)", [ms]);
}

/** Adds public posts of an author. */
async function publish(author: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { rows } = await client.query<{ post: number; revision: number }>(
      `WITH p AS (INSERT INTO post (author_id) VALUES ($1) RETURNING id)
       INSERT INTO post_revision (post_id, title, body) SELECT id, 'Title', 'Words' FROM p RETURNING post_id::int AS post, id::int AS revision`,
      [1000 + author],
    );
    if (!rows[0]) throw new Error('nothing was written');
    await client.query('UPDATE post SET latest_revision_id = $2 WHERE id = $1', [
      rows[0].post,
      rows[0].revision,
    ]);
    await publishRevision(tx, rows[0].post, rows[0].revision);
  }
}

async function somePost(number: number) {
  const { rows } = await client.query<{ id: number; revision: number }>(
    `SELECT id::int, latest_revision_id::int AS revision FROM post WHERE deleted_at IS NULL ORDER BY id
     OFFSET $1 % greatest((SELECT count(*) FROM post WHERE deleted_at IS NULL), 1) LIMIT 1`,
    [number],
  );
  return rows[0] ?? { id: 0, revision: 0 };
}

async function moveAll(): Promise<void> {
  for (const period of PERIODS) while ((await movePosts(tx, period, 7)) > 0);
}

async function fill(): Promise<void> {
  while (await fillPeriods(tx, 11));
}

async function perform({ what, post, author, likes, aroundMs, length, waitMs }: Step): Promise<void> {
  const { id, revision } = await somePost(post);
  switch (what) {
    case 'publish':
      return publish(author, 1 + (post % 3));
    case 'tip': {
      const { rows } = await client.query<{ post_id: string }>(
        'SELECT post_id FROM post_rank WHERE post_id % 5 = $1',
        [post % 5],
      );
      return raiseLikesSums(
        tx,
        rows.map((row) => ({ postId: Number(row.post_id), likesSumNano: likes })),
      );
    }
    case 'hide':
      await unpublishRevision(tx, id, revision);
      return;
    case 'show':
      await publishRevision(tx, id, revision);
      return;
    case 'suspend':
      await withholdPosts(tx, 1000 + author, 0);
      return;
    case 'reinstate':
      await restorePosts(tx, 1000 + author, 0);
      return;
    case 'depart':
      if (post % 4 === 0)
        await withdrawPosts(tx, 1000 + author, { keepsPublic: false, onlyPostId: null, afterId: 0 });
      return;
    case 'date':
      await client.query(
        `UPDATE post_rank SET published_at = now() - $1::interval + $2 * interval '1 millisecond' WHERE post_id % 7 = $3`,
        [length, aroundMs, post % 7],
      );
      return;
    case 'wait':
      return setNow(nowMs + waitMs);
    case 'move':
      return moveAll();
    case 'rebuild':
      await restartFill(tx);
      return fill();
  }
}

/** Returns the ids of a list, read to its end. */
async function readAll(find: (after: BestKey | null) => Promise<Post[]>): Promise<number[]> {
  const ids: number[] = [];
  for (let after: BestKey | null = null; ;) {
    const rows = await find(after);
    const page = rows.slice(0, PAGE);
    ids.push(...page.map(({ id }) => id));
    const last = page.at(-1);
    if (!last || rows.length <= PAGE) return ids;
    after = { likesSumNano: last.likesSumNano, postId: last.id };
  }
}

const prepared = {
  preparedRead: async (name: string, text: string, values: unknown[]) =>
    (await client.query({ name, text, values })).rows,
};

/** Compares every list with the public posts at their present time. */
async function expectSamePages(): Promise<number> {
  let read = 0;
  for (const range of bestRange.options) {
    const found = await readAll((after) => findRankedBest(prepared, range, after));
    const expected =
      range === 'all' ? await everyPost() : await readAll((after) => findBest(tx, range, after));
    expect([range, found]).toEqual([range, expected]);
    read += found.length;
  }
  return read;
}

async function everyPost(): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'SELECT post_id::int AS id FROM post_rank WHERE visible ORDER BY likes_sum DESC, post_id DESC',
  );
  return rows.map(({ id }) => id);
}

/** Returns posts in a longer period than they may be in yet, or in a shorter one although they have been moved. */
async function misplaced(): Promise<unknown[]> {
  const { rows } = await client.query(
    `SELECT post_id, period FROM post_rank WHERE period IS DISTINCT FROM
       (SELECT min(p.period) FROM best_periods(now()) AS p WHERE published_at > left_by)`,
  );
  return rows;
}

it('whatever happens, and whenever posts are moved on, pages of every range are those that a scan finds', async () => {
  const seen = new Set<string>();
  let read = 0;
  await fc.assert(
    fc.asyncProperty(
      begin,
      fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }),
      async (from, steps) => {
        await hideAllPosts(client);
        await setNow(Date.parse(from));
        await publish(0, FIRST_POSTS / 2);
        await publish(1, FIRST_POSTS / 2);
        await perform({ what: 'rebuild' } as Step);
        for (const each of steps) {
          await perform(each);
          seen.add(each.what);
          read += await expectSamePages();
        }
        await moveAll();
        expect(await misplaced()).toEqual([]);
        await expectSamePages();
      },
    ),
    { numRuns: 8, endOnFailure: true },
  );
  expect([...seen].sort()).toEqual([...STEPS].sort());
  expect(read).toBeGreaterThan(10_000);
}, 240_000);

it.each([
  ['2027-03-28T23:00Z', '2027-02-28T12:00Z', '2027-03-29T01:00Z', 'month'],
  ['2028-02-28T23:00Z', '2027-02-28T12:00Z', '2028-02-29T01:00Z', 'year'],
] satisfies [string, string, string, BestRange][])(
  'at %s a post of %s is not moved on, for at %s it is of the %s again',
  async (at, published, again, range) => {
    await hideAllPosts(client);
    await setNow(Date.parse(at));
    await publish(0, 1);
    await client.query('UPDATE post_rank SET published_at = $1 WHERE visible', [published]);
    await moveAll();
    expect(await readAll((after) => findRankedBest(prepared, range, after))).toEqual([]);
    await setNow(Date.parse(again));
    await moveAll();
    expect(await readAll((after) => findRankedBest(prepared, range, after))).toHaveLength(1);
    await expectSamePages();
  },
);
