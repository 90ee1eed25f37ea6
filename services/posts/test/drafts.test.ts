import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import { memberDeleted } from '@likewell/contracts/auth/events';
import { createPost, editPost, getPost, listMemberPosts, listNew } from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { randomUUID } from 'node:crypto';
import { deleteUnusedDrafts } from '../src/drafts/drafts.queries.js';
import { openDepartures } from './departures-under-test.js';
import { usePosts } from './posts-under-test.js';

const TEXT = { title: 'A title', body: 'Some words.' };

const posts = usePosts();

const isDrafted = async (postId: number, viewerId: number | null) =>
  (await posts.bus.call(getPost, { postId, viewerId })).draftedWithAi;

/** Publishes the event of a draft and waits until posts knows it. */
async function newDraft(): Promise<string> {
  const draftId = randomUUID();
  await posts.bus.tell(draftWritten, { draftId });
  await eventually(async () => {
    const { rowCount } = await posts.owner.query('SELECT FROM ai_draft WHERE id = $1', [draftId]);
    expect(rowCount).toBe(1);
  });
  return draftId;
}

describe('a post that began with a draft', () => {
  it('says so, alone and in lists, and after edits', async () => {
    const { authorId, username } = await posts.newAuthor();
    const draftId = await newDraft();
    const post = await posts.bus.call(createPost, { authorId, ...TEXT, draftId });
    expect(post.draftedWithAi).toBe(true);
    await eventually(() => posts.bus.call(getPost, { postId: post.id, viewerId: null }));
    const lists = [
      await posts.bus.call(listNew, { cursor: null }),
      await posts.bus.call(listMemberPosts, { username, viewerId: null, cursor: null }),
    ];
    for (const { items } of lists) expect(items[0]).toMatchObject({ id: post.id, draftedWithAi: true });
    const edited = await posts.bus.call(editPost, { postId: post.id, authorId, ...TEXT, title: 'Mine' });
    expect(edited).toMatchObject({ title: 'Mine', draftedWithAi: true });
  });

  it('by an edit says so from the text on that did', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.publish(authorId);
    expect(await isDrafted(postId, null)).toBe(false);
    const edit = { postId, authorId, ...TEXT, draftId: await newDraft() };
    expect((await posts.bus.call(editPost, edit)).draftedWithAi).toBe(true);
    await eventually(async () => expect(await isDrafted(postId, null)).toBe(true));
  });

  it('is saved at once, and says so when the news of the draft comes late', async () => {
    const { authorId } = await posts.newAuthor();
    const draftId = randomUUID();
    const post = await posts.bus.call(createPost, { authorId, ...TEXT, draftId });
    expect(post.draftedWithAi).toBe(false);
    await posts.bus.tell(draftWritten, { draftId });
    await eventually(async () => expect(await isDrafted(post.id, authorId)).toBe(true));
  });

  it('does not say so of a draft that nobody wrote, or of none', async () => {
    const { authorId } = await posts.newAuthor();
    for (const draftId of [randomUUID(), null, undefined]) {
      const post = await posts.bus.call(createPost, { authorId, ...TEXT, draftId });
      expect(post.draftedWithAi).toBe(false);
    }
    const wrong = posts.bus.call(createPost, { authorId, ...TEXT, draftId: 'x' });
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

it('a draft that no text began with is forgotten after 30 days, one that did stays as long as its text', async () => {
  const { authorId } = await posts.newAuthor();
  const [used, unused, fresh] = [await newDraft(), await newDraft(), await newDraft()];
  const post = await posts.bus.call(createPost, { authorId, ...TEXT, draftId: used });
  await posts.owner.query(`UPDATE ai_draft SET heard_at = now() - interval '31 days' WHERE id = ANY($1)`, [
    [used, unused],
  ]);
  /** Waits until the hourly job of a new replica has left these of the three. */
  const areLeft = async (left: string[]) => {
    const replica = await posts.service.addReplica();
    const sql = 'SELECT id FROM ai_draft WHERE id = ANY($1) ORDER BY is_used DESC';
    await eventually(async () => {
      const { rows } = await posts.owner.query<{ id: string }>(sql, [[used, unused, fresh]]);
      expect(rows.map(({ id }) => id)).toEqual(left);
    });
    await replica.stop();
  };
  await areLeft([used, fresh]);
  expect(await isDrafted(post.id, authorId)).toBe(true);
  await posts.bus.tell(memberDeleted, { memberId: authorId, keepsPosts: false });
  await eventually(() =>
    expect(isDrafted(post.id, authorId)).rejects.toMatchObject({ code: 'POST_NOT_FOUND' }),
  );
  await areLeft([fresh]);
});

it('a draft is forgotten when the job finds its text as the author is leaving', async () => {
  const { authorId } = await posts.newAuthor();
  const draftId = await newDraft();
  const { id: postId } = await posts.bus.call(createPost, { authorId, ...TEXT, draftId });
  await eventually(() => posts.bus.call(getPost, { postId, viewerId: null }));
  await posts.owner.query(`UPDATE ai_draft SET heard_at = now() - interval '31 days' WHERE id = $1`, [
    draftId,
  ]);
  const { database, departures } = await openDepartures(posts, 3);
  let marked: Promise<unknown> | undefined;
  try {
    await database.transaction(async (tx) => {
      await departures.onMemberDeleted({ memberId: authorId, keepsPosts: false }, tx);
      marked = database.transaction(deleteUnusedDrafts);
      await untilSoManyWait(posts.service.schema, 1);
    });
    await marked;
    const { rowCount } = await posts.owner.query('SELECT FROM ai_draft WHERE id = $1', [draftId]);
    expect(rowCount).toBe(0);
  } finally {
    await Promise.allSettled([marked]);
    await database.dataSource.destroy();
  }
});
