import { commonErrors } from '@likewell/contracts/core/common-errors';
import { postErrors } from '@likewell/contracts/posts/errors';
import { postsWithdrawn } from '@likewell/contracts/posts/broadcasts';
import { postPublished, postWithdrawn, revisionSubmitted } from '@likewell/contracts/posts/events';
import {
  createPost,
  deletePost,
  editPost,
  getPost,
  getTipTarget,
  listBest,
  listMemberPosts,
  listNew,
} from '@likewell/contracts/posts/rpc';
import { closePost } from '@likewell/contracts/tipping-ledger/rpc';
import type { Database } from '@likewell/service-kit/database/database';
import { awayFromMidnight } from '@likewell/testing/away-from-midnight';
import { eventually } from '@likewell/testing/eventually';
import { openTestDatabase } from '@likewell/testing/test-database';
import { publishRevision } from '../src/posts/publication.queries.js';
import { PostsUnderTest } from './posts-under-test.js';

const MANY_LINKS = Array.from({ length: 9 }, (_, index) => `https://a${index}.example`).join(' ');
const SAID = 'Fifteen words are enough to tell a copy from a greeting that anybody here may repeat.';
const notFound = { code: postErrors.POST_NOT_FOUND.code };
const notYours = { code: postErrors.NOT_YOUR_POST.code };

const posts = new PostsUnderTest();

const read = (postId: number, viewerId: number | null = null) =>
  posts.bus.call(getPost, { postId, viewerId });
const target = async (postId: number) => (await posts.bus.call(getTipTarget, { postId })).target;
const edit = (postId: number, authorId: number, title: string, body = 'Other words.') =>
  posts.bus.call(editPost, { postId, authorId, title, body });

async function revisionsOf(postId: number): Promise<{ id: number; title: string; status: string }[]> {
  const { rows } = await posts.owner.query(
    'SELECT id::int, title, status FROM post_revision WHERE post_id = $1 ORDER BY id',
    [postId],
  );
  return rows;
}

/** Returns the lists in which another member finds the post. */
async function listsWith(postId: number, username: string): Promise<string[]> {
  const pages = {
    best: await posts.bus.call(listBest, { range: 'all', cursor: null }),
    new: await posts.bus.call(listNew, { cursor: null }),
    member: await posts.bus.call(listMemberPosts, { username, viewerId: null, cursor: null }),
  };
  return Object.entries(pages).flatMap(([list, { items }]) =>
    items.some(({ id }) => id === postId) ? [list] : [],
  );
}

describe('with MODERATION=manual', () => {
  let database: Database;

  beforeAll(async () => {
    await posts.start({ MODERATION: 'manual' });
    database = await openTestDatabase(posts.service.schema.url, 1);
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await posts.stop();
  });

  /** Approves the newest text as a moderator does. */
  async function approveNewest(postId: number): Promise<void> {
    const newest = (await revisionsOf(postId)).at(-1);
    await database.transaction((tx) => publishRevision(tx, postId, newest?.id ?? 0));
  }

  it('an author writes so much a day, posts and edits together, also at one moment', async () => {
    await awayFromMidnight(30_000);
    const [{ authorId }, other] = [await posts.newAuthor(), await posts.newAuthor()];
    const postId = await posts.write(authorId);
    const written = (sql: string) =>
      posts.owner.query(`UPDATE written_day SET ${sql} WHERE author_id = $1`, [authorId]);
    // Each of these texts takes 2,300.
    await written('bytes = 6000000 - 2 * 2300 - 302');
    const body = 'w'.repeat(1999);
    const write = () => posts.bus.call(createPost, { authorId, title: 't', body });
    const rest = { retryAfterSeconds: expect.any(Number) };
    const attempts = await Promise.allSettled([write(), write(), write(), edit(postId, authorId, 't', body)]);
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await expect(write()).rejects.toMatchObject({ code: commonErrors.RATE_LIMITED.code, details: rest });
    // What was rejected counts for nothing, so a shorter one is taken; and others write.
    await posts.bus.call(editPost, { postId, authorId, title: 't', body: 'w' });
    await posts.write(other.authorId);
    await written('day = day - 1');
    await write();
  });

  it('an edit of a waiting text replaces it', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'First');
    expect(await edit(postId, authorId, 'Second')).toMatchObject({
      title: 'Second',
      reviewStatus: 'pending',
    });
    expect(await revisionsOf(postId)).toMatchObject([
      { title: 'First', status: 'superseded' },
      { title: 'Second', status: 'pending' },
    ]);
    await approveNewest(postId);
    expect(await read(postId)).toMatchObject({ title: 'Second', reviewStatus: 'approved' });
  });

  it('parallel edits leave one text that waits', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId);
    await Promise.all(Array.from({ length: 8 }, (_, index) => edit(postId, authorId, `Edit ${index}`)));
    const revisions = await revisionsOf(postId);
    expect(revisions.filter(({ status }) => status === 'pending')).toEqual([revisions.at(-1)]);
    expect((await read(postId, authorId)).title).toBe(revisions.at(-1)?.title);
  });
});

describe('with the automatic check', () => {
  beforeAll(() => posts.start());
  afterAll(() => posts.stop());

  async function newsOf(postId: number): Promise<[subject: string, version: number][]> {
    const { rows } = await posts.owner.query<{ subject: string; version: number }>(
      `SELECT subject, (envelope->'data'->>'version')::int AS version FROM outbox
       WHERE envelope->'data'->>'postId' = $1 AND subject <> $2 ORDER BY seq`,
      [String(postId), revisionSubmitted.subject],
    );
    return rows.map(({ subject, version }) => [subject, version]);
  }

  it('each publication and the withdrawal are told with growing versions, which the post has too', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.publish(authorId);
    expect(await target(postId)).toEqual({ authorId, open: true, version: 2 });
    await edit(postId, authorId, 'Edited');
    await eventually(async () => expect(await read(postId)).toMatchObject({ title: 'Edited' }));
    await posts.bus.call(deletePost, { postId, authorId });
    expect(await newsOf(postId)).toEqual([
      [postPublished.subject, 2],
      [postPublished.subject, 3],
      [postWithdrawn.subject, 4],
    ]);
    expect(await target(postId)).toEqual({ authorId, open: false, version: 4 });
  });

  it('a text of many links waits with its reason, and a better one replaces it', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'Links', MANY_LINKS);
    await eventually(async () => {
      const { rows } = await posts.owner.query('SELECT reasons FROM post_revision WHERE post_id = $1', [
        postId,
      ]);
      expect(rows).toEqual([{ reasons: ['many-links'] }]);
    });
    await expect(read(postId)).rejects.toMatchObject(notFound);
    await edit(postId, authorId, 'Words');
    await eventually(async () => expect(await read(postId)).toMatchObject({ title: 'Words' }));
  });

  /** Waits until the newest text of a post is checked. */
  const checked = (postId: number) =>
    eventually(async () => {
      const { rows } = await posts.owner.query(
        `SELECT r.status, r.reasons FROM post p JOIN post_revision r ON r.id = p.latest_revision_id
         WHERE p.id = $1 AND (r.status <> 'pending' OR r.asked_at IS NOT NULL)`,
        [postId],
      );
      expect(rows).toHaveLength(1);
      return rows[0];
    });
  const aCopy = { status: 'pending', reasons: ['near-duplicate'] };

  it('a text that is said again waits for a person, however many short posts are between', async () => {
    const { authorId } = await posts.newAuthor();
    // Each loaf is one character to Postgres, and two to JavaScript.
    const text = `Fifteen words are enough to tell a copy from a greeting that anybody may repeat. ${'🍞🥖'.repeat(100)}`;
    const write = async (body: string) => checked(await posts.write(authorId, 'Said', body));
    expect(await write(text)).toMatchObject({ status: 'approved' });
    for (const short of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'])
      expect(await write(short)).toMatchObject({ status: 'approved' });
    expect(await write(text)).toEqual(aCopy);
  });

  it('a public text that is said again waits for a person, also while an edit of it is rejected', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'Said', SAID);
    expect(await checked(postId)).toMatchObject({ status: 'approved' });
    await edit(postId, authorId, 'Said', 'https://a.example '.repeat(26));
    expect(await checked(postId)).toMatchObject({ status: 'rejected' });
    expect(await checked(await posts.write(authorId, 'Said', SAID))).toEqual(aCopy);
  });

  it('a text that is said again in an edit of an old post waits for a person', async () => {
    const { authorId } = await posts.newAuthor();
    const [first, second] = [await posts.publish(authorId), await posts.publish(authorId)];
    for (const table of ['post', 'post_revision'])
      await posts.owner.query(
        `UPDATE ${table} SET created_at = now() - interval '8 days' WHERE ${table === 'post' ? 'id' : 'post_id'} = ANY ($1)`,
        [[first, second]],
      );
    await edit(first, authorId, 'Said', SAID);
    expect(await checked(first)).toMatchObject({ status: 'approved' });
    await edit(second, authorId, 'Said', SAID);
    expect(await checked(second)).toEqual(aCopy);
  });

  const age = (days: number) => (postId: number) =>
    posts.owner.query(
      `UPDATE post_revision SET created_at = now() - interval '1 day' * $2 WHERE post_id = $1`,
      [postId, days],
    );
  it.each([
    ['was said six days ago waits for a person', age(6), aCopy],
    ['was said eight days ago is published', age(8), { status: 'approved' }],
    [
      'was said in a post that is deleted is published',
      (postId: number, authorId: number) => posts.bus.call(deletePost, { postId, authorId }),
      { status: 'approved' },
    ],
  ])('a text that %s', async (_, change, expected) => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'Said', SAID);
    expect(await checked(postId)).toMatchObject({ status: 'approved' });
    await change(postId, authorId);
    expect(await checked(await posts.write(authorId, 'Said', SAID))).toMatchObject(expected);
  });

  it('a check that comes late or again publishes neither a superseded text nor a deleted post', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'Links', MANY_LINKS);
    await edit(postId, authorId, 'Words');
    await eventually(() => read(postId));
    const deleted = await posts.publish(authorId);
    await posts.bus.call(deletePost, { postId: deleted, authorId });
    const before = [...(await newsOf(postId)), ...(await newsOf(deleted))];
    for (const id of [postId, deleted]) {
      for (const { id: revisionId } of await revisionsOf(id)) {
        await posts.bus.tell(revisionSubmitted, { postId: id, revisionId });
      }
    }
    await posts.publish(authorId);
    expect([...(await newsOf(postId)), ...(await newsOf(deleted))]).toEqual(before);
    expect(await read(postId)).toMatchObject({ title: 'Words' });
  });

  it('a deleted post is gone from everywhere, for its author too, and an edit of it waits no longer', async () => {
    const { authorId, username } = await posts.newAuthor();
    const postId = await posts.publish(authorId);
    expect(await listsWith(postId, username)).toEqual(['best', 'new', 'member']);
    await edit(postId, authorId, 'Links', MANY_LINKS);
    await posts.bus.call(deletePost, { postId, authorId });
    expect(await listsWith(postId, username)).toEqual([]);
    expect((await revisionsOf(postId)).map(({ status }) => status)).toEqual(['approved', 'superseded']);
    await expect(read(postId)).rejects.toMatchObject(notFound);
    await expect(read(postId, authorId)).rejects.toMatchObject(notFound);
    await expect(edit(postId, authorId, 'Again')).rejects.toMatchObject(notFound);
  });

  it('a delete may be repeated by the author alone, is told once and closes the post again', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.publish(authorId);
    const closed: unknown[] = [];
    const ledger = posts.bus.respond(closePost, (post) => {
      closed.push(post);
      return {};
    });
    const forgets = vi.fn();
    const heard = posts.bus.nats.connection.subscribe(postsWithdrawn.subject, { callback: forgets });
    const deleteAs = (memberId: number) => posts.bus.call(deletePost, { postId, authorId: memberId });
    for (let time = 0; time < 2; time += 1) expect(await deleteAs(authorId)).toEqual({});
    const withdrawn = { postId, authorId, version: 3 };
    expect(closed).toEqual([withdrawn, withdrawn]);
    const unseen = await posts.write(authorId, 'Links', MANY_LINKS);
    await posts.bus.call(deletePost, { postId: unseen, authorId });
    await posts.bus.nats.connection.flush();
    expect(forgets).toHaveBeenCalledTimes(1);
    heard.unsubscribe();
    ledger.stop();
    expect(await newsOf(postId)).toEqual([
      [postPublished.subject, 2],
      [postWithdrawn.subject, 3],
    ]);
    await expect(deleteAs(posts.newMemberId())).rejects.toMatchObject(notFound);
  });

  it('others change nothing, and of a waiting post they do not even learn that it exists', async () => {
    const { authorId } = await posts.newAuthor();
    const somebodyElse = posts.newMemberId();
    const published = await posts.publish(authorId);
    await expect(edit(published, somebodyElse, 'Mine')).rejects.toMatchObject(notYours);
    await expect(
      posts.bus.call(deletePost, { postId: published, authorId: somebodyElse }),
    ).rejects.toMatchObject(notYours);
    const waiting = await posts.write(authorId, 'Links', MANY_LINKS);
    await expect(edit(waiting, somebodyElse, 'Mine')).rejects.toMatchObject(notFound);
    await expect(
      posts.bus.call(deletePost, { postId: waiting, authorId: somebodyElse }),
    ).rejects.toMatchObject(notFound);
  });

  it('of a post that never was there is no tip target', async () => {
    expect(await target(999_999_999)).toBeNull();
    await expect(read(Number.MAX_SAFE_INTEGER)).rejects.toMatchObject(notFound);
  });
});
