import { deletePost, exportTexts, getPost, listDecisions } from '@likewell/contracts/posts/rpc';
import { openTestDatabase } from '@likewell/testing/test-database';
import { eventually } from '@likewell/testing/eventually';
import { DeletedPostsJobs } from '../src/posts/deleted-posts.jobs.js';
import { usePosts } from './posts-under-test.js';

const posts = usePosts();

/** Runs the job until there is no more to do, as a replica does. */
async function runJob(): Promise<void> {
  const database = await openTestDatabase(posts.service.schema.url, 1);
  const jobs = new DeletedPostsJobs(database);
  while (await jobs.eraseTexts());
  await database.dataSource.destroy();
}

/** Deletes a post as its author does, so many days ago. */
async function deleteBefore(days: number, postId: number, authorId: number): Promise<void> {
  await posts.bus.call(deletePost, { postId, authorId });
  const sql = 'UPDATE post SET deleted_at = now() - make_interval(days => $2) WHERE id = $1';
  await posts.owner.query(sql, [postId, days]);
}

const textsOf = async (postId: number) => {
  const sql = 'SELECT title, body FROM post_revision WHERE post_id = $1 ORDER BY id';
  return (await posts.owner.query<{ title: string; body: string }>(sql, [postId])).rows;
};
const EMPTY = { title: '', body: '' };

describe('the texts of a deleted post', () => {
  it('are emptied after 30 days, in every version, and no sooner', async () => {
    const { authorId } = await posts.newAuthor();
    const [old, young, kept] = [
      await posts.publish(authorId),
      await posts.publish(authorId),
      await posts.publish(authorId),
    ];
    await posts.owner.query(
      `INSERT INTO post_revision (post_id, title, body, status) VALUES ($1, 'Earlier', 'Some words.', 'rejected')`,
      [old],
    );
    await deleteBefore(31, old, authorId);
    await deleteBefore(29, young, authorId);
    const before = { young: await textsOf(young), kept: await textsOf(kept) };
    await runJob();
    expect(await textsOf(old)).toEqual([EMPTY, EMPTY]);
    expect({ young: await textsOf(young), kept: await textsOf(kept) }).toEqual(before);
    const { texts } = await posts.bus.call(exportTexts, { memberId: authorId, after: null });
    expect(texts.filter(({ postId }) => postId === old)).toMatchObject([EMPTY, EMPTY]);
    const { items } = await posts.bus.call(listDecisions, { by: 'check', cursor: null });
    expect(items.find(({ postId }) => postId === old)).toMatchObject({ title: '', verdict: 'approved' });
  });

  it('are emptied where the author was suspended, and what is not deleted comes back with its words', async () => {
    const { authorId } = await posts.newAuthor();
    const [old, kept] = [await posts.publish(authorId), await posts.publish(authorId)];
    const before = await textsOf(kept);
    await posts.notifyStatus(authorId, true);
    await deleteBefore(31, old, authorId);
    await runJob();
    expect(await textsOf(old)).toEqual([EMPTY]);
    await posts.notifyStatus(authorId, false);
    await eventually(async () =>
      expect(await posts.bus.call(getPost, { postId: kept, viewerId: null })).toMatchObject(before[0] ?? {}),
    );
    await expect(posts.bus.call(getPost, { postId: old, viewerId: authorId })).rejects.toMatchObject({
      code: 'POST_NOT_FOUND',
    });
  });

  it('are all emptied at once, and once only, also those that the version before deletes', async () => {
    const { authorId } = await posts.newAuthor();
    const [first, ...others] = await posts.seed(authorId, 250);
    const deletion = `UPDATE post SET deleted_at = now() - interval '31 days', version = version + 1 WHERE id = ANY ($1)`;
    await posts.owner.query(deletion, [[first, ...others]]);
    await runJob();
    const full = `SELECT FROM post p JOIN post_revision r ON r.post_id = p.id WHERE p.author_id = $1 AND r.body <> ''`;
    expect((await posts.owner.query(full, [authorId])).rowCount).toBe(0);
    await posts.owner.query(`UPDATE post_revision SET body = 'read again' WHERE post_id = $1`, [first]);
    await runJob();
    expect((await posts.owner.query(full, [authorId])).rowCount).toBe(1);
  });

  it('are emptied by each replica, from its start on', async () => {
    const { authorId } = await posts.newAuthor();
    const old = await posts.publish(authorId);
    await deleteBefore(31, old, authorId);
    const replica = await posts.service.addReplica();
    await eventually(async () => expect(await textsOf(old)).toEqual([EMPTY]));
    await replica.stop();
  });

  it('make a replica wait for none that another one empties', async () => {
    const { authorId } = await posts.newAuthor();
    const ids = await posts.seed(authorId, 2);
    await posts.owner.query(`UPDATE post SET deleted_at = now() - interval '31 days' WHERE id = ANY ($1)`, [
      ids,
    ]);
    const other = await posts.owner.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM post WHERE id = $1 FOR UPDATE', [ids[0]]);
      await runJob();
      expect((await textsOf(ids[0] ?? 0))[0]?.body).toBe('Some words.');
      expect(await textsOf(ids[1] ?? 0)).toEqual([EMPTY]);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
  });
});
