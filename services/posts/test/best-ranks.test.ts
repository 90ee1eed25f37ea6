import type { BestRange, Post } from '@likewell/contracts/posts/post';
import { listBest } from '@likewell/contracts/posts/rpc';
import type { Database } from '@likewell/service-kit/database/database';
import { migrate } from '@likewell/service-kit/database/migrate';
import { schemaBefore } from '@likewell/testing/schema-before';
import { eventually } from '@likewell/testing/eventually';
import { runScript } from '@likewell/testing/node-process';
import { openTestDatabase } from '@likewell/testing/test-database';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { join } from 'node:path';
import { findBest, raiseLikesSums, type BestKey, type LimitedRange } from '../src/feeds/feeds.queries.js';
import { fillPeriods, movePosts, PERIODS, restartFill } from '../src/feeds/post-periods.queries.js';
import { findRankedBest } from '../src/feeds/ranked-best.queries.js';
import { postsSchema } from '../src/schema.js';
import { hideAllPosts, usePosts } from './posts-under-test.js';

const RANGES: LimitedRange[] = ['day', 'week', 'month', 'year'];
const POSTS = 6000;
const BATCH = 200;

describe('posts that were there before', () => {
  let schema: TestSchema;
  let database: Database;

  /** The state that a service of the previous version left, with posts half an hour from the ends of ranges. */
  beforeAll(async () => {
    schema = await createTestSchema('posts', schemaBefore(postsSchema, 'AddPeriod1765407000000'));
    await write(1, POSTS);
    await migrate(schema.ownerUrl, postsSchema);
    database = await openTestDatabase(schema.url, 8);
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await schema.drop();
  });

  const write = (first: number, last: number) =>
    schema.owner.query(`
      INSERT INTO author (id, username, is_verified, version) VALUES (1000, 'author', false, 1) ON CONFLICT DO NOTHING;
      INSERT INTO post (author_id) SELECT 1000 FROM generate_series(${first}, ${last});
      INSERT INTO post_revision (post_id, title, body, status) SELECT id, 'Title', 'Words', 'approved' FROM post WHERE id BETWEEN ${first} AND ${last};
      UPDATE post SET latest_revision_id = r.id, published_revision_id = r.id FROM post_revision r
        WHERE r.post_id = post.id AND post.id BETWEEN ${first} AND ${last};
      INSERT INTO post_rank (post_id, likes_sum, published_at)
        SELECT id, id % 97, now() - interval '30 minutes' - id * 7919 % 800 * CASE id % 3 WHEN 0 THEN interval '1 hour' ELSE interval '12 hours' END
        FROM post WHERE id BETWEEN ${first} AND ${last}`);

  const fillNext = () => database.transaction((tx) => fillPeriods(tx, BATCH));
  const moveAll = async () => {
    for (const period of PERIODS)
      while ((await database.transaction((tx) => movePosts(tx, period, BATCH))) > 0);
  };
  const placed = async () =>
    (
      await schema.owner.query<{ post_id: string; period: number | null }>(
        'SELECT post_id, period FROM post_rank ORDER BY post_id',
      )
    ).rows;

  async function expectSamePages(): Promise<void> {
    for (const range of RANGES) {
      let after: BestKey | null = null;
      for (let page = 0; page < 10; page += 1) {
        const found: Post[] = await findRankedBest(database, range, after);
        const expected = await findBest(database.read, range, after);
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        // Only the first page: where a range ends with a full page, the next one is empty.
        if (page === 0) expect(found).not.toEqual([]);
        const last = found.at(19);
        if (!last) break;
        after = { likesSumNano: last.likesSumNano, postId: last.id };
      }
    }
  }

  it('are filled in while others write, as if all had been made anew', async () => {
    expect((await placed()).filter(({ period }) => period !== null)).toEqual([]);
    let filling = true;
    let written = 0;
    let newest = POSTS;
    const meanwhile = async (change: (n: number) => Promise<unknown>) => {
      for (let n = 0; filling; n += 1) {
        await change(n);
        written += 1;
      }
    };
    const random = (n: number) => 1 + ((n * 7919) % POSTS);
    // Each may lock rows in another order than the fill, and is then retried, as all transactions of the
    // service are.
    const change = (sql: string, values: unknown[]) =>
      database.transaction((tx) => tx.query<unknown>(sql, values));
    const writers = [
      meanwhile((n) => {
        const totals = Array.from({ length: 30 }, (_, k) => ({
          postId: random(n * 31 + k * 17),
          likesSumNano: BigInt(n + k),
        }));
        return database.transaction((tx) => raiseLikesSums(tx, totals));
      }),
      meanwhile((n) =>
        change('UPDATE post_rank SET visible = NOT visible WHERE post_id = ANY ($1)', [
          [random(n), random(n + 9)],
        ]),
      ),
      meanwhile((n) =>
        change(
          `UPDATE post_rank SET published_at = now() - $2 * interval '1 hour' - interval '30 minutes' WHERE post_id = $1`,
          [random(n * 3), n % 900],
        ),
      ),
      meanwhile(() => write(newest + 1, (newest += 3))),
      meanwhile(moveAll),
    ];
    for (let batch = 1; await fillNext(); batch += 1)
      await eventually(() => expect(written).toBeGreaterThan(2 * batch));
    filling = false;
    await Promise.all(writers);
    expect(written).toBeGreaterThan(50);
    await moveAll();
    const filled = await placed();
    expect(new Set(filled.map(({ period }) => period))).toEqual(new Set([1, 2, 3, 4, null]));
    await expectSamePages();
    await database.transaction((tx) => restartFill(tx));
    while (await fillNext());
    expect(await placed()).toEqual(filled);
  });

  it('and were put anywhere are put right by another fill', async () => {
    const before = await placed();
    await schema.owner.query(
      'UPDATE post_rank SET period = CASE WHEN post_id % 3 > 0 THEN 1 + post_id % 4 END',
    );
    expect(await placed()).not.toEqual(before);
    await database.transaction((tx) => restartFill(tx));
    while (await fillNext());
    expect(await placed()).toEqual(before);
    await expectSamePages();
  });
});

describe('the service', () => {
  const posts = usePosts();
  beforeEach(() => hideAllPosts(posts.owner));

  const idsOf = async (range: BestRange) => {
    const page = await posts.bus.call(listBest, { range, cursor: null });
    return page.items.map(({ id }) => id);
  };
  const isComplete = async () =>
    (await posts.owner.query<{ done: boolean }>('SELECT completed_at IS NOT NULL AS done FROM period_fill'))
      .rows[0]?.done;
  const periodOf = async (postId: number) =>
    (
      await posts.owner.query<{ period: number | null }>('SELECT period FROM post_rank WHERE post_id = $1', [
        postId,
      ])
    ).rows[0]?.period;

  it('reads pages without ranks until these are filled', async () => {
    const { authorId } = await posts.newAuthor();
    const ids = await posts.seed(authorId, 5);
    await eventually(async () => expect(await isComplete()).toBe(true));
    // The fill locks this row; others may still change it.
    const holder = await posts.owner.connect();
    try {
      await holder.query('BEGIN; SELECT FROM period_fill FOR KEY SHARE');
      await posts.owner.query(
        'UPDATE post_rank SET period = NULL; UPDATE period_fill SET filled_up_to = 0, completed_at = NULL',
      );
      for (const range of RANGES)
        await eventually(async () => expect(await idsOf(range)).toEqual([...ids].reverse()));
      expect(await periodOf(ids[0] ?? 0)).toBeNull();
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await eventually(async () => expect(await periodOf(ids[0] ?? 0)).toBe(1));
    await eventually(async () => expect(await isComplete()).toBe(true));
    for (const range of RANGES) expect(await idsOf(range)).toEqual([...ids].reverse());
  });

  it('moves a post on that has left its period', async () => {
    const { authorId } = await posts.newAuthor();
    const ids = await posts.seed(authorId, 5);
    const ages = ['23 hours', '25 hours', '8 days', '32 days', '370 days'];
    await posts.owner.query(
      'UPDATE post_rank SET published_at = now() - age FROM unnest($1::bigint[], $2::interval[]) AS t (id, age) WHERE post_id = id',
      [ids, ages],
    );
    await eventually(async () => expect(await Promise.all(ids.map(periodOf))).toEqual([1, 2, 3, 4, null]));
  });

  it('makes the ranks anew at a command', async () => {
    const { authorId } = await posts.newAuthor();
    const ids = await posts.seed(authorId, 3);
    await eventually(async () => expect(await isComplete()).toBe(true));
    await eventually(async () => expect(await idsOf('day')).toHaveLength(3));
    await posts.owner.query('UPDATE post_rank SET period = 4');
    await eventually(async () => expect(await idsOf('day')).toEqual([]));
    const said = await runScript(join(import.meta.dirname, '..'), 'cli/rebuild-best', {
      DATABASE_URL: posts.service.schema.url,
    });
    expect(said).toContain('are made anew');
    await eventually(async () => expect(await periodOf(ids[0] ?? 0)).toBe(1));
    await eventually(async () => expect(await idsOf('day')).toEqual([...ids].reverse()));
    await eventually(async () => expect(await isComplete()).toBe(true));
  });
});
