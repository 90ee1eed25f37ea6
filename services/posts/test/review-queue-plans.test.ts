import type { Database, Tx } from '@likewell/service-kit/database/database';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { buffersOf, explain, settleTables } from '@likewell/testing/plans';
import { openTestDatabase } from '@likewell/testing/test-database';
import type { TestSchema } from '@likewell/testing/test-schema';
import { findQueue, measureWaiting } from '../src/moderation/review-queue.queries.js';
import { WithheldTextsJobs } from '../src/posts/withheld-texts.jobs.js';
import { postsSchema } from '../src/schema.js';
import { loadPosts } from './load-posts.js';

/** The author of all texts but the last, and its author. */
const [SUSPENDED, OTHER] = [1000, 1001];
const MODERATOR = 1002;
const TEXTS = 6000;
/** Those of them that wait when their author is suspended; the others begin to wait after that. */
const WAITING = 5500;

let schema: TestSchema;
let database: Database;

beforeAll(async () => {
  schema = await createIsolatedSchema('posts', postsSchema);
  database = await openTestDatabase(schema.url, 2);
  await loadPosts(schema, {
    firstAuthor: SUSPENDED,
    authors: 3,
    posts: TEXTS + 1,
    author: `CASE WHEN n <= ${TEXTS} THEN ${SUSPENDED} ELSE ${OTHER} END`,
    published: 'false',
  });
  await askAbout(1, WAITING);
  await suspend(true);
  await askAbout(WAITING + 1, TEXTS + 1);
}, 60_000);
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

/** Leaves texts to a person. */
const askAbout = (first: number, last: number) =>
  schema.owner.query(
    `UPDATE post_revision SET status = 'pending', asked_at = now() WHERE id BETWEEN $1 AND $2`,
    [first, last],
  );
/** Suspends or reinstates the author as a service of the previous version does, which knows nothing of their texts. */
const suspend = (isSuspended: boolean) =>
  schema.owner.query('UPDATE author SET suspended = $2 WHERE id = $1', [SUSPENDED, isSuspended]);
const readQueue = (tx: Tx) => findQueue(tx, MODERATOR, null);
const firstInQueue = async () => (await readQueue(database.read))[0]?.revisionId;
const countWaiting = async () =>
  (await measureWaiting(database.read)).find(({ reviewer }) => reviewer === 'person')?.count;

describe('behind thousands of texts of a suspended author', () => {
  it('the queue shows what others wrote before the texts are marked', async () => {
    expect(await firstInQueue()).toBe(TEXTS + 1);
  });

  it('they are all in the queue again where only a service of the previous version suspended and reinstated', async () => {
    await suspend(false);
    expect(await countWaiting()).toBe(TEXTS + 1);
    expect(await firstInQueue()).toBe(1);
    await suspend(true);
  });

  it('only what others wrote is counted once the texts are marked', async () => {
    await new WithheldTextsJobs(database).markTexts();
    expect(await firstInQueue()).toBe(TEXTS + 1);
    expect(await countWaiting()).toBe(1);
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['the queue', readQueue],
    ['the count of what waits', measureWaiting],
  ])('%s is read from the index alone', async (_, read) => {
    await new WithheldTextsJobs(database).markTexts();
    await settleTables(schema, ['author', 'post', 'post_revision']);
    expect(buffersOf((await explain(schema, read)).Plan)).toBeLessThan(100);
  });

  it('they all come back to the queue with the reinstatement', async () => {
    await new WithheldTextsJobs(database).markTexts();
    await suspend(false);
    await new WithheldTextsJobs(database).markTexts();
    expect(await firstInQueue()).toBe(1);
    expect(await countWaiting()).toBe(TEXTS + 1);
  });
});
