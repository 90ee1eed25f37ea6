import type { Database, Tx } from '@likewell/service-kit/database/database';
import { openTestDatabase } from '@likewell/testing/test-database';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { withdrawPosts } from '../src/departures/departures.queries.js';
import { raiseLikesSums } from '../src/feeds/feeds.queries.js';
import { lockPost } from '../src/posts/posts.queries.js';
import { restorePosts, withholdPosts } from '../src/posts/publication.queries.js';
import { postsSchema } from '../src/schema.js';

const AUTHOR = 1000;

let schema: TestSchema;
let database: Database;

/** Two public posts of one author, in the tables in the opposite order of their ids. */
beforeAll(async () => {
  schema = await createTestSchema('posts', postsSchema);
  database = await openTestDatabase(schema.url, 2);
  await schema.owner.query(`
    INSERT INTO author (id, username, is_verified, version) VALUES (${AUTHOR}, 'author', false, 1);
    INSERT INTO post (id, author_id) OVERRIDING SYSTEM VALUE VALUES (2, ${AUTHOR}), (1, ${AUTHOR});
    INSERT INTO post_revision (id, post_id, title, body, status) OVERRIDING SYSTEM VALUE
      VALUES (2, 2, 'Title', 'Words', 'approved'), (1, 1, 'Title', 'Words', 'approved');
    INSERT INTO post_rank (post_id) VALUES (2), (1)`);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

/** Publishes or withholds the posts, one after the other, so that they and their ranks stay in that order. */
async function make(state: 'published' | 'withheld'): Promise<void> {
  const other = state === 'published' ? 'withheld' : 'published';
  for (const id of [2, 1]) {
    await schema.owner.query(
      `UPDATE post SET ${state}_revision_id = id, ${other}_revision_id = NULL WHERE id = $1`,
      [id],
    );
    await schema.owner.query('UPDATE post_rank SET visible = visible WHERE post_id = $1', [id]);
  }
}

type Change = [string, 'published' | 'withheld', (tx: Tx) => Promise<unknown>];
const OF_AUTHOR: Change[] = [
  ['the suspension of an author', 'published', (tx) => withholdPosts(tx, AUTHOR, 0)],
  ['the reinstatement of an author', 'withheld', (tx) => restorePosts(tx, AUTHOR, 0)],
  [
    'the departure of an author',
    'published',
    (tx) => withdrawPosts(tx, AUTHOR, { keepsPublic: false, onlyPostId: null, afterId: 0 }),
  ],
];

it.each<Change>([['an edit or a decision', 'published', (tx) => lockPost(tx, 1)], ...OF_AUTHOR])(
  '%s keeps nobody from referring to the posts that it locks',
  async (_, state, change) => {
    await make(state);
    const undone = new Error('undone');
    const changed = database.transaction(async (tx) => {
      await change(tx);
      // As the check of a foreign key does.
      const check = schema.owner.query('SELECT FROM post WHERE id = 1 FOR KEY SHARE NOWAIT');
      await expect(check).resolves.toMatchObject({ rowCount: 1 });
      throw undone;
    });
    await expect(changed).rejects.toBe(undone);
  },
);

it.each<Change>([
  [
    'news of tips',
    'published',
    (tx) =>
      raiseLikesSums(
        tx,
        [2, 1].map((postId) => ({ postId, likesSumNano: 1n })),
      ),
  ],
  ...OF_AUTHOR,
])('%s takes ranks in the order of their posts', async (_, state, change) => {
  await make(state);
  const holder = await schema.owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM post_rank WHERE post_id = 1 FOR UPDATE');
    const changed = database.transaction(change);
    await untilSoManyWait(schema, 1);
    const next = holder.query('SELECT FROM post_rank WHERE post_id = 2 FOR UPDATE NOWAIT');
    await expect(next).resolves.toMatchObject({ rowCount: 1 });
    await holder.query('COMMIT');
    await changed;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});

it.each([
  ['lower', 700, 500n, '700'],
  ['higher', 800, 900n, '900'],
])('news of a %s sum that waits for another leaves the higher one', async (_, sum, likesSumNano, kept) => {
  const holder = await schema.owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('UPDATE post_rank SET likes_sum = $1 WHERE post_id = 1', [sum]);
    const raised = database.transaction((tx) => raiseLikesSums(tx, [{ postId: 1, likesSumNano }]));
    await untilSoManyWait(schema, 1);
    await holder.query('COMMIT');
    await raised;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  const { rows } = await schema.owner.query('SELECT likes_sum FROM post_rank WHERE post_id = 1');
  expect(rows).toEqual([{ likes_sum: kept }]);
});
