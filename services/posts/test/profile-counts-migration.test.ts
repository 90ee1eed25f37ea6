import { migrate } from '@likewell/service-kit/database/migrate';
import { schemaBefore } from '@likewell/testing/schema-before';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { postsSchema } from '../src/schema.js';
import { wrongCounts } from './kept-counts.js';

let schema: TestSchema;

beforeAll(async () => {
  schema = await createTestSchema('posts', schemaBefore(postsSchema, 'AddMemberSince1765300000000'));
});
afterAll(() => schema.drop());

/** Writes what a service of the previous version writes: posts in every state, tips and follows. */
const write = (firstMember: number) =>
  schema.owner.query(`
    INSERT INTO author (id, username, is_verified, version)
      SELECT id, 'author_' || id, false, 1 FROM generate_series(${firstMember}, ${firstMember + 9}) AS id;
    INSERT INTO post (author_id) SELECT ${firstMember} + n % 7 FROM generate_series(1, 60) AS n;
    INSERT INTO post_revision (post_id, title, body, status) SELECT id, 'Title', 'Words', 'approved' FROM post
      WHERE latest_revision_id IS NULL;
    UPDATE post SET latest_revision_id = r.id, published_revision_id = CASE WHEN post.id % 5 > 0 THEN r.id END
      FROM post_revision r WHERE r.post_id = post.id AND post.latest_revision_id IS NULL;
    INSERT INTO post_rank (post_id) SELECT id FROM post WHERE published_revision_id IS NOT NULL ON CONFLICT DO NOTHING;
    UPDATE post_rank SET likes_sum = likes_sum + post_id * 1000000007 WHERE post_id % 3 > 0;
    UPDATE post SET deleted_at = now() WHERE id % 11 = 0 AND deleted_at IS NULL;
    UPDATE post SET withheld_revision_id = published_revision_id, published_revision_id = NULL
      WHERE author_id = ${firstMember + 2} AND published_revision_id IS NOT NULL AND deleted_at IS NULL;
    INSERT INTO follow SELECT a.id, b.id FROM author a, author b WHERE a.id <> b.id AND (a.id * b.id) % 4 = 1
      ON CONFLICT DO NOTHING;
    DELETE FROM follow WHERE (follower_id + author_id) % 9 = 1;`);

it('what was there is counted by the migration, and what a service that knows nothing of it writes, by triggers', async () => {
  await write(1000);
  await migrate(schema.ownerUrl, postsSchema);
  const { rows } = await schema.owner.query<{ posts: number; followers: number; authors: number }>(
    'SELECT sum(posts)::int AS posts, sum(followers)::int AS followers, (SELECT count(*)::int FROM author_likes) AS authors FROM author_count',
  );
  expect(rows[0]?.posts).toBeGreaterThan(20);
  expect(rows[0]?.followers).toBeGreaterThan(5);
  expect(rows[0]?.authors).toBe(7);
  expect(await wrongCounts(schema)).toEqual([]);
  await write(2000);
  expect(await wrongCounts(schema)).toEqual([]);
});

it('the service counts under its own role', async () => {
  const { rows } = await schema.owner.query<{ may: boolean }>(
    `SELECT bool_and(has_table_privilege($1, format('%I', name), 'SELECT, INSERT, UPDATE')) AS may
     FROM unnest(ARRAY['author_count', 'author_likes']) AS name`,
    [new URL(schema.url).username],
  );
  expect(rows).toEqual([{ may: true }]);
});
