import type { Database } from '@likewell/service-kit/database/database';
import { openTestDatabase } from '@likewell/testing/test-database';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import {
  claimDueChecks,
  measurePostponed,
  postponeCheck,
} from '../src/moderation/postponed-checks.queries.js';
import { postsSchema } from '../src/schema.js';

let schema: TestSchema;
let database: Database;
beforeAll(async () => {
  schema = await createTestSchema('posts', postsSchema);
  database = await openTestDatabase(schema.url, 3);
  await schema.owner.query(
    `INSERT INTO author (id, username, is_verified, version) VALUES (1, 'maya', false, 1)`,
  );
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

/** Creates waiting texts whose check is postponed. */
async function postponeTexts(count: number): Promise<number[]> {
  await schema.owner.query('TRUNCATE postponed_check');
  const { rows } = await schema.owner.query<{ id: string }>(
    `WITH written AS (INSERT INTO post (author_id) SELECT 1 FROM generate_series(1, $1) RETURNING id)
     INSERT INTO post_revision (post_id, title, body) SELECT id, 'A title', 'Words.' FROM written RETURNING id`,
    [count],
  );
  const ids = rows.map(({ id }) => Number(id));
  await database.transaction(async (tx) => {
    for (const id of ids) await postponeCheck(tx, id);
  });
  return ids;
}

const allDue = () => schema.owner.query('UPDATE postponed_check SET due_at = now()');

it('the pause doubles from ten seconds up to five minutes', async () => {
  await postponeTexts(1);
  const { rows } = await schema.owner.query(
    'SELECT extract(epoch FROM due_at - postponed_at)::integer AS pause FROM postponed_check',
  );
  const pauses = [rows[0].pause];
  for (let count = 0; count < 30; count += 1) {
    await allDue();
    // In one transaction, in which `now()` does not change.
    const [claimed] = await database.transaction(async (tx) => {
      await claimDueChecks(tx, 5);
      return tx.query('SELECT extract(epoch FROM due_at - now())::integer AS pause FROM postponed_check');
    });
    pauses.push(claimed.pause);
  }
  expect(pauses.slice(0, 7)).toEqual([10, 20, 40, 80, 160, 300, 300]);
  expect(pauses.at(-1)).toBe(300);
});

it('a check that is not due is nobody’s, and one that is due is one replica’s', async () => {
  const ids = await postponeTexts(6);
  expect(await database.transaction((tx) => claimDueChecks(tx, 9))).toEqual([]);
  await allDue();
  const taken = await database.transaction(async (tx) => {
    const mine = await claimDueChecks(tx, 4);
    // Another replica, which does not wait for the first one.
    const others = await database.transaction((otherTx) => claimDueChecks(otherTx, 4));
    expect([mine.length, others.length]).toEqual([4, 2]);
    return [...mine, ...others];
  });
  expect(taken.sort((a, b) => a - b)).toEqual(ids);
  expect(await database.transaction((tx) => claimDueChecks(tx, 9))).toEqual([]);
});

it('how many are postponed, and for how long, is measured by who sees them', async () => {
  const [first = 0, second = 0] = await postponeTexts(3);
  await schema.owner.query(
    `UPDATE postponed_check SET postponed_at = now() - interval '1 hour' WHERE revision_id = $1`,
    [first],
  );
  await schema.owner.query(
    `WITH shown AS (UPDATE post_revision SET status = 'approved' WHERE id = $1 RETURNING id, post_id)
     UPDATE post SET published_revision_id = shown.id FROM shown WHERE post.id = shown.post_id`,
    [second],
  );
  const measured = await measurePostponed(database.read);
  const of = (shown: string) => measured.find((each) => each.shown === shown);
  expect(of('author')).toMatchObject({ count: 2 });
  expect(of('author')?.oldestSeconds).toBeGreaterThanOrEqual(3600);
  expect(of('everybody')).toMatchObject({ count: 1 });
  expect(of('everybody')?.oldestSeconds).toBeLessThan(3600);
});
