import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { explain, settleTables, stepsOf } from '@likewell/testing/plans';
import type { TestSchema } from '@likewell/testing/test-schema';
import { restorePosts } from '../src/posts/publication.queries.js';
import { postsSchema } from '../src/schema.js';
import { loadPosts } from './load-posts.js';

const AUTHOR = 1000;
const POSTS = 15_000;
/** Posts that one statement restores. */
const BATCH = 5000;

let schema: TestSchema;

beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  await loadPosts(schema, { firstAuthor: AUTHOR, authors: 1, posts: POSTS, author: `${AUTHOR}` });
  await settleTables(schema, ['author', 'post', 'post_revision', 'post_rank']);
  await schema.owner.query(
    'UPDATE post SET withheld_revision_id = published_revision_id, published_revision_id = NULL',
  );
}, 60_000);
afterAll(() => schema.drop());

it('a batch of the posts of a reinstated author is read by itself, although no statistics know of them yet', async () => {
  const { Plan: plan } = await explain(schema, (tx) => restorePosts(tx, AUTHOR, 0));
  const read = stepsOf(plan).filter((step) => step['Relation Name'] === 'post');
  expect(Math.max(...read.map((step) => step['Actual Rows']))).toBe(BATCH);
});
