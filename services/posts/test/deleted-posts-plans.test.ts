import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { explain, settleTables, stepsOf } from '@likewell/testing/plans';
import type { TestSchema } from '@likewell/testing/test-schema';
import { eraseDeletedPosts } from '../src/posts/deleted-posts.queries.js';
import { postsSchema } from '../src/schema.js';
import { loadPosts } from './load-posts.js';

const AUTHOR = 1000;
const POSTS = 15_000;
/** Deleted posts whose texts are not emptied yet, the newest. */
const LEFT = 5;

let schema: TestSchema;

beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  await loadPosts(schema, {
    firstAuthor: AUTHOR,
    authors: 1,
    posts: POSTS,
    author: `${AUTHOR}`,
    deleted: 'true',
  });
  await schema.owner.query(
    `UPDATE post SET deleted_at = now() - interval '31 days', texts_erased = id <= ${POSTS - LEFT}`,
  );
  await settleTables(schema, ['author', 'post', 'post_revision', 'post_rank']);
}, 60_000);
afterAll(() => schema.drop());

it('deleted posts whose texts were emptied are not read again to find the others', async () => {
  const { Plan: plan } = await explain(schema, eraseDeletedPosts);
  const read = stepsOf(plan).filter((step) => step['Relation Name'] === 'post');
  const rows = read.map((step) => step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0));
  expect(Math.max(...rows)).toBe(LEFT);
});
