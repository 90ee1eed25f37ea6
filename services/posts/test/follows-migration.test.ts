import { migrate } from '@likewell/service-kit/database/migrate';
import { schemaBefore } from '@likewell/testing/schema-before';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { postsSchema } from '../src/schema.js';

let schema: TestSchema;

beforeAll(async () => {
  schema = await createTestSchema('posts', schemaBefore(postsSchema, 'CreateFollows1763702000000'));
});
afterAll(() => schema.drop());

/** Writes posts of an author as a service of the previous version did; returns their ids. */
async function write(authorId: number, states: ('public' | 'waiting' | 'deleted')[]): Promise<number[]> {
  const ids: number[] = [];
  for (const state of states) {
    const { rows } = await schema.owner.query<{ id: number }>(
      'INSERT INTO post (author_id) VALUES ($1) RETURNING id::int',
      [authorId],
    );
    const id = rows[0]?.id ?? 0;
    ids.push(id);
    await schema.owner.query(
      `WITH text AS (INSERT INTO post_revision (post_id, title, body) VALUES ($1, 'A title', 'Words') RETURNING id)
       UPDATE post SET latest_revision_id = text.id,
         published_revision_id = CASE WHEN $2 <> 'waiting' THEN text.id END FROM text WHERE post.id = $1`,
      [id, state],
    );
    if (state === 'deleted')
      await schema.owner.query('UPDATE post SET deleted_at = now() WHERE id = $1', [id]);
  }
  return ids;
}

const newest = async () =>
  (
    await schema.owner.query<{ author: number; post: number | null }>(
      'SELECT author_id::int AS author, post_id::int AS post FROM author_newest ORDER BY 1',
    )
  ).rows;

it('posts of before the migration are known after it, and a service that knows nothing of it keeps them right', async () => {
  await schema.owner.query(
    `INSERT INTO author SELECT id, 'author_' || id, NULL, false, 1 FROM generate_series(1000, 1002) AS id`,
  );
  const [, second] = await write(1000, ['public', 'public', 'waiting', 'deleted']);
  await write(1001, ['waiting', 'deleted']);
  await migrate(schema.ownerUrl, postsSchema);
  expect(await newest()).toEqual([{ author: 1000, post: second }]);

  const [, later] = await write(1000, ['waiting', 'public']);
  const [only] = await write(1002, ['public']);
  expect(await newest()).toEqual([
    { author: 1000, post: later },
    { author: 1002, post: only },
  ]);
  await schema.owner.query('UPDATE post SET deleted_at = now() WHERE id = ANY ($1)', [[later, only]]);
  expect(await newest()).toEqual([
    { author: 1000, post: second },
    { author: 1002, post: null },
  ]);
});
