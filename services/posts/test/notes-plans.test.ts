import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { buffersOf, explain, settleTables } from '@likewell/testing/plans';
import type { TestSchema } from '@likewell/testing/test-schema';
import { eraseOldNotes } from '../src/moderation/decisions.queries.js';
import { postsSchema } from '../src/schema.js';
import { loadPosts } from './load-posts.js';

const AUTHOR = 1000;
const DECISIONS = 15_000;
/** Many more than decisions: it would be cheaper to read all of them than to ask of each. */
const AUTHORS = 60_000;

let schema: TestSchema;

beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  await loadPosts(schema, {
    firstAuthor: AUTHOR,
    authors: AUTHORS,
    posts: DECISIONS,
    author: `${AUTHOR} + n`,
  });
  await schema.owner.query(
    `INSERT INTO moderation_decision (revision_id, post_id, author_id, verdict, reasons, note, decided_at)
     SELECT id, id, author_id, 'approved', '{}', CASE WHEN id % 1000 = 0 THEN 'A note' END, now() - interval '401 days'
     FROM post`,
  );
  await settleTables(schema, ['author', 'post', 'post_revision', 'moderation_decision']);
}, 60_000);
afterAll(() => schema.drop());

it('decisions without a note are not read to find old notes', async () => {
  // The first run empties them, and has Postgres read its catalog.
  await explain(schema, eraseOldNotes);
  const { Plan: plan } = await explain(schema, eraseOldNotes);
  const kept = 'SELECT FROM moderation_decision WHERE note IS NOT NULL';
  expect((await schema.owner.query(kept)).rowCount).toBe(0);
  expect(buffersOf(plan)).toBeLessThan(50);
});

it('authors who stay are not read to find notes about who has left', async () => {
  await schema.owner.query(
    "UPDATE moderation_decision SET note = 'A note', decided_at = now() WHERE post_id <= 2000",
  );
  await settleTables(schema, ['moderation_decision']);
  await explain(schema, eraseOldNotes);
  const { Plan: plan } = await explain(schema, eraseOldNotes);
  expect(buffersOf(plan)).toBeLessThan(300);
});
