import { commonErrors } from '@likewell/contracts/core/common-errors';
import { postErrors } from '@likewell/contracts/posts/errors';
import type { Judgement } from '@likewell/contracts/posts/moderation';
import {
  decideRevision,
  deletePost,
  editPost,
  getPost,
  listBest,
  listDecisions,
  listReviewQueue,
} from '@likewell/contracts/posts/rpc';
import { eventually } from '@likewell/testing/eventually';
import pg from 'pg';
import { usePosts } from './posts-under-test.js';

const APPROVE: Judgement = { verdict: 'approve', note: null };
const SPAM: Judgement = { verdict: 'reject', reason: 'spam', note: null };
const invalidCursor = { code: commonErrors.INVALID_CURSOR.code };

const posts = usePosts({ MODERATION: 'manual' });
let moderator: { authorId: number; username: string };
beforeAll(async () => {
  moderator = await posts.newAuthor();
});

const read = (postId: number, viewerId: number | null = null) =>
  posts.bus.call(getPost, { postId, viewerId });
const edit = (postId: number, authorId: number, title: string, body = 'Other words.') =>
  posts.bus.call(editPost, { postId, authorId, title, body });
const decide = (revisionId: number, judgement: Judgement = APPROVE, moderatorId = moderator.authorId) =>
  posts.bus.call(decideRevision, { revisionId, moderatorId, judgement });
const queuePage = (cursor: string | null = null, moderatorId = moderator.authorId) =>
  posts.bus.call(listReviewQueue, { moderatorId, cursor });

async function queue(moderatorId = moderator.authorId) {
  const items = [];
  let cursor: string | null = null;
  do {
    const page = await queuePage(cursor, moderatorId);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return items;
}

/** Returns the queue's entry for a post's text, once the automatic check has left it to a person. */
const queued = (postId: number) =>
  eventually(async () => {
    const line = (await queue()).find((item) => item.postId === postId);
    if (!line) throw new Error(`post ${postId} is not in the queue`);
    return line;
  });
const isQueued = async (postId: number) => (await queue()).some((item) => item.postId === postId);

describe('the queue', () => {
  it('shows the whole text as readers would see it, why it waits, and what became of earlier ones', async () => {
    const { authorId, username } = await posts.newAuthor();
    for (const judgement of [APPROVE, SPAM, SPAM]) {
      const { revisionId } = await queued(await posts.write(authorId));
      await decide(revisionId, judgement);
    }
    const body = `${'word '.repeat(1500)}\n\nend`;
    const postId = await posts.write(authorId, 'A long one', body);
    expect(await queued(postId)).toMatchObject({
      postId,
      title: 'A long one',
      body,
      isEdit: false,
      reasons: ['repeats'],
      author: { memberId: authorId, username },
      history: { approved: 1, rejected: 2 },
    });
  });

  it('is oldest first, in pages, without what others decide meanwhile and without the own texts', async () => {
    const { authorId } = await posts.newAuthor();
    const ids: number[] = [];
    for (let count = 0; count < 45; count += 1) ids.push(await posts.write(authorId));
    const own = await posts.write(moderator.authorId);
    const mine = await eventually(async () => {
      const found = (await queue()).filter((item) => item.author.memberId === authorId);
      expect(found.map(({ postId }) => postId)).toEqual(ids);
      return found;
    });
    const first = await queuePage();
    expect(first.items).toHaveLength(20);
    for (const { revisionId } of mine.slice(0, 3)) await decide(revisionId);
    expect((await queue()).filter((item) => item.author.memberId === authorId)).toHaveLength(42);
    expect(await isQueued(own)).toBe(false);
    const other = await posts.newAuthor();
    await eventually(async () =>
      expect((await queue(other.authorId)).map(({ postId }) => postId)).toContain(own),
    );
  });

  it('forgets a text that its author changed or deleted', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'First');
    const { revisionId } = await queued(postId);
    await edit(postId, authorId, 'Second');
    await eventually(async () => expect(await queued(postId)).toMatchObject({ title: 'Second' }));
    await expect(decide(revisionId)).rejects.toMatchObject({ code: postErrors.TEXT_CHANGED.code });
    const second = await queued(postId);
    await posts.bus.call(deletePost, { postId, authorId });
    expect(await isQueued(postId)).toBe(false);
    await expect(decide(second.revisionId)).rejects.toMatchObject({ code: postErrors.TEXT_CHANGED.code });
  });

  it('takes no cursor of another list', async () => {
    const log = await posts.bus.call(listDecisions, { by: 'moderators', cursor: null });
    for (const cursor of ['AAAA', 'x'.repeat(300), ...(log.nextCursor ? [log.nextCursor] : [])])
      await expect(queuePage(cursor)).rejects.toMatchObject(invalidCursor);
  });
});

describe('a decision', () => {
  it('to approve publishes, and one to reject tells the author alone; an edit submits again', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'Try');
    await decide((await queued(postId)).revisionId, SPAM);
    await expect(read(postId)).rejects.toMatchObject({ code: postErrors.POST_NOT_FOUND.code });
    expect(await read(postId, authorId)).toMatchObject({ title: 'Try', reviewStatus: 'rejected' });
    expect(await isQueued(postId)).toBe(false);

    expect(await edit(postId, authorId, 'Try again')).toMatchObject({ reviewStatus: 'pending' });
    const again = await queued(postId);
    expect(again).toMatchObject({ title: 'Try again', isEdit: false, history: { rejected: 1 } });
    await decide(again.revisionId);
    expect(await read(postId)).toMatchObject({ title: 'Try again', reviewStatus: 'approved' });
  });

  it('to reject an edit leaves the approved text in public', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'Good');
    await decide((await queued(postId)).revisionId);
    await edit(postId, authorId, 'Bad');
    const line = await eventually(async () => {
      const found = await queued(postId);
      expect(found.title).toBe('Bad');
      return found;
    });
    expect(line.isEdit).toBe(true);
    await decide(line.revisionId, SPAM);
    expect(await read(postId)).toMatchObject({ title: 'Good', reviewStatus: 'approved' });
    expect(await read(postId, authorId)).toMatchObject({ title: 'Bad', reviewStatus: 'rejected' });
    const best = await posts.bus.call(listBest, { range: 'all', cursor: null });
    expect(best.items.find(({ id }) => id === postId)).toMatchObject({ title: 'Good' });
  });

  it('of two at once stands for the first; the second is told by whom, and the first may ask again', async () => {
    const other = await posts.newAuthor();
    for (let round = 0; round < 10; round += 1) {
      const { authorId } = await posts.newAuthor();
      const postId = await posts.write(authorId);
      const { revisionId } = await queued(postId);
      const results = await Promise.allSettled([
        decide(revisionId, APPROVE, moderator.authorId),
        decide(revisionId, SPAM, other.authorId),
      ]);
      const [won, lost] = [...results].sort((a, b) => a.status.localeCompare(b.status));
      expect([won?.status, lost?.status]).toEqual(['fulfilled', 'rejected']);
      const winner = results[0].status === 'fulfilled' ? moderator : other;
      const said = winner === moderator ? APPROVE : SPAM;
      expect((lost as PromiseRejectedResult).reason).toMatchObject({
        code: postErrors.ALREADY_DECIDED.code,
        details: { moderator: winner.username },
      });
      expect(await decide(revisionId, said, winner.authorId)).toEqual(
        (won as PromiseFulfilledResult<unknown>).value,
      );
      expect(await read(postId, authorId)).toMatchObject({
        reviewStatus: said === APPROVE ? 'approved' : 'rejected',
      });
    }
  });

  it('about the own post, or about none, is rejected', async () => {
    const postId = await posts.write(moderator.authorId);
    await eventually(async () => {
      const { rowCount } = await posts.owner.query(
        'SELECT FROM post_revision WHERE post_id = $1 AND asked_at IS NOT NULL',
        [postId],
      );
      expect(rowCount).toBe(1);
    });
    const { rows } = await posts.owner.query('SELECT id::int FROM post_revision WHERE post_id = $1', [
      postId,
    ]);
    await expect(decide(rows[0].id)).rejects.toMatchObject({ code: postErrors.OWN_REVISION.code });
    await expect(decide(999_999_999)).rejects.toMatchObject({ code: postErrors.REVISION_NOT_FOUND.code });
  });
});

describe('the log', () => {
  it('says who decided what, when and why, newest first', async () => {
    const { authorId, username } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'To be judged');
    const { revisionId } = await queued(postId);
    const before = Date.now();
    await decide(revisionId, { verdict: 'reject', reason: 'scam', note: 'Third time this week.' });
    const { items } = await posts.bus.call(listDecisions, { by: 'moderators', cursor: null });
    expect(items[0]).toMatchObject({
      postId,
      revisionId,
      title: 'To be judged',
      author: { username },
      moderator: { username: moderator.username },
      verdict: 'rejected',
      reasons: ['scam'],
      note: 'Third time this week.',
    });
    expect(Math.abs(Date.parse(items[0]?.decidedAt ?? '') - before)).toBeLessThan(60_000);
    const ids = items.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });

  it('is append-only for the service: it can neither change nor delete a line', async () => {
    const service = new pg.Client({ connectionString: posts.service.schema.url });
    await service.connect();
    try {
      for (const statement of [
        `UPDATE moderation_decision SET verdict = 'approved'`,
        `UPDATE moderation_decision SET note = 'x' WHERE false`,
        'DELETE FROM moderation_decision',
        'TRUNCATE moderation_decision',
      ]) {
        await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' });
      }
    } finally {
      await service.end();
    }
  });
});
