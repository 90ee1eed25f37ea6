import { memberStatusChanged } from '@likewell/contracts/auth/events';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import {
  decideRevision,
  deletePost,
  editPost,
  followAuthor,
  getPost,
  getTipTarget,
  getUnpublishedPost,
  listBest,
  listFollowing,
  listMemberPosts,
  listNew,
  listReviewQueue,
} from '@likewell/contracts/posts/rpc';
import type { Post } from '@likewell/contracts/posts/post';
import { eventually } from '@likewell/testing/eventually';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { usePosts } from './posts-under-test.js';

const posts = usePosts({ MODERATION: 'manual' });
let moderatorId: number;
beforeAll(async () => {
  ({ authorId: moderatorId } = await posts.newAuthor());
});

interface Author {
  readonly authorId: number;
  readonly username: string;
}

const queue = async () => (await posts.bus.call(listReviewQueue, { moderatorId, cursor: null })).items;

/** Returns the queue's entry for a post's text, once the automatic check has left it to a person. */
const queued = (postId: number) =>
  eventually(async () => {
    const found = (await queue()).find((item) => item.postId === postId);
    if (!found) throw new Error(`post ${postId} is not in the queue`);
    return found;
  });

/** Decides about the newest text of a post as a moderator. */
async function decide(postId: number, verdict: 'approve' | 'reject'): Promise<void> {
  const line = await queued(postId);
  const judgement =
    verdict === 'approve' ? { verdict, note: null } : { verdict, reason: 'spam' as const, note: null };
  await posts.bus.call(decideRevision, { revisionId: line.revisionId, moderatorId, judgement });
}

/** The steps that bring a post into each state, and which of its texts the public and its author then see. */
const STATES: Record<
  string,
  { reach: (postId: number, author: Author) => Promise<void>; seen: string | null; own: [string, string] }
> = {
  pending: { reach: () => Promise.resolve(), seen: null, own: ['First', 'pending'] },
  rejected: { reach: (postId) => decide(postId, 'reject'), seen: null, own: ['First', 'rejected'] },
  approved: { reach: (postId) => decide(postId, 'approve'), seen: 'First', own: ['First', 'approved'] },
  'approved, with an edit that waits': {
    reach: async (postId, { authorId }) => {
      await decide(postId, 'approve');
      await edit(postId, authorId);
    },
    seen: 'First',
    own: ['Second', 'pending'],
  },
  'approved, with a rejected edit': {
    reach: async (postId, { authorId }) => {
      await decide(postId, 'approve');
      await edit(postId, authorId);
      await decide(postId, 'reject');
    },
    seen: 'First',
    own: ['Second', 'rejected'],
  },
  'rejected, then edited': {
    reach: async (postId, { authorId }) => {
      await decide(postId, 'reject');
      await edit(postId, authorId);
    },
    seen: null,
    own: ['Second', 'pending'],
  },
  'approved, of a suspended author': {
    reach: async (postId, { authorId }) => {
      await decide(postId, 'approve');
      await posts.notifyStatus(authorId, true);
    },
    seen: null,
    own: ['First', 'approved'],
  },
  'approved, of a reinstated author': {
    reach: async (postId, { authorId }) => {
      await decide(postId, 'approve');
      await posts.notifyStatus(authorId, true);
      await posts.notifyStatus(authorId, false);
    },
    seen: 'First',
    own: ['First', 'approved'],
  },
};

const edit = (postId: number, authorId: number) =>
  posts.bus.call(editPost, { postId, authorId, title: 'Second', body: 'Another text altogether.' });

describe.each(Object.entries(STATES))('a post that is %s', (_, { reach, seen, own }) => {
  let author: Author;
  let follower: Author;
  let postId: number;
  beforeAll(async () => {
    author = await posts.newAuthor();
    follower = await posts.newAuthor();
    await posts.bus.call(followAuthor, { followerId: follower.authorId, username: author.username });
    postId = await posts.write(author.authorId, 'First');
    await reach(postId, author);
  });

  const titleIn = (items: Post[]) => items.find(({ id }) => id === postId)?.title ?? null;
  /** Every place where `viewerId` may see the post, with the title shown there. */
  const PLACES: Record<string, (viewerId: number | null) => Promise<string | null>> = {
    best: async () => titleIn((await posts.bus.call(listBest, { range: 'all', cursor: null })).items),
    'best of today': async () =>
      titleIn((await posts.bus.call(listBest, { range: 'day', cursor: null })).items),
    new: async () => titleIn((await posts.bus.call(listNew, { cursor: null })).items),
    following: async (viewerId) =>
      viewerId === null
        ? null
        : titleIn((await posts.bus.call(listFollowing, { followerId: viewerId, cursor: null })).items),
    profile: async (viewerId) =>
      titleIn(
        (await posts.bus.call(listMemberPosts, { username: author.username, viewerId, cursor: null })).items,
      ),
    'the post itself': async (viewerId) =>
      (await posts.bus.call(getPost, { postId, viewerId }).catch(() => null))?.title ?? null,
    tips: async () => {
      const { target } = await posts.bus.call(getTipTarget, { postId });
      return target?.open ? seen : null;
    },
  };

  it.each(['best', 'best of today', 'new', 'profile', 'the post itself', 'tips'])(
    'is seen by a visitor in %s as it should be',
    async (place) => {
      expect(await PLACES[place]?.(null)).toBe(seen);
    },
  );

  it.each(Object.keys(PLACES))('is seen by a follower in %s as it should be', async (place) => {
    expect(await PLACES[place]?.(follower.authorId)).toBe(seen);
  });

  it('is not followed further than it is public: the newest post of its author is right', async () => {
    const { rows } = await posts.owner.query('SELECT post_id::int FROM author_newest WHERE author_id = $1', [
      author.authorId,
    ]);
    expect(rows[0]?.post_id ?? null).toBe(seen === null ? null : postId);
  });

  it('shows a moderator the newest text, with its status, while it is not public', async () => {
    const read = posts.bus.call(getUnpublishedPost, { postId });
    if (seen !== null) await expect(read).rejects.toMatchObject({ code: 'POST_NOT_FOUND' });
    else {
      const { title, reviewStatus, isPublic } = await read;
      expect([title, reviewStatus, isPublic]).toEqual([...own, false]);
    }
  });

  it('shows its author the newest text with its status, on the profile and by itself', async () => {
    const post = await posts.bus.call(getPost, { postId, viewerId: author.authorId });
    expect([post.title, post.reviewStatus, post.isPublic]).toEqual([...own, seen !== null]);
    const page = { username: author.username, viewerId: author.authorId, cursor: null };
    const { items } = await posts.bus.call(listMemberPosts, page);
    expect(items.map(({ title, reviewStatus, isPublic }) => [title, reviewStatus, isPublic])).toEqual([
      [...own, seen !== null],
    ]);
    // In the feeds authors see the same as everyone else.
    expect(await PLACES.new?.(author.authorId)).toBe(seen);
  });
});

describe('a deleted post', () => {
  it.each(['pending', 'rejected'])('that was %s is read by nobody, moderators neither', async (status) => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId);
    if (status === 'rejected') await decide(postId, 'reject');
    expect(await posts.bus.call(getUnpublishedPost, { postId })).toMatchObject({ id: postId });
    await posts.bus.call(deletePost, { postId, authorId });
    await expect(posts.bus.call(getUnpublishedPost, { postId })).rejects.toMatchObject({
      code: 'POST_NOT_FOUND',
    });
  });
});

describe('a suspension', () => {
  const newsOf = async (postId: number) => {
    const { rows } = await posts.owner.query(
      `SELECT subject, (envelope->'data'->>'version')::int AS version FROM outbox
       WHERE envelope->'data'->>'postId' = $1 AND subject = ANY ($2) ORDER BY seq`,
      [String(postId), [postPublished.subject, postWithdrawn.subject]],
    );
    return rows.map(({ subject, version }) => [subject, version]);
  };

  it('closes each public post for tips and opens it again, with versions that grow', async () => {
    const { authorId } = await posts.newAuthor();
    const [one, two, waiting] = [
      await posts.write(authorId),
      await posts.write(authorId),
      await posts.write(authorId),
    ];
    await decide(one, 'approve');
    await decide(two, 'approve');
    await posts.notifyStatus(authorId, true);
    await posts.notifyStatus(authorId, false);
    for (const postId of [one, two]) {
      expect(await newsOf(postId)).toEqual([
        [postPublished.subject, 2],
        [postWithdrawn.subject, 3],
        [postPublished.subject, 4],
      ]);
      expect((await posts.bus.call(getTipTarget, { postId })).target).toMatchObject({
        open: true,
        version: 4,
      });
    }
    expect(await newsOf(waiting)).toEqual([]);
  });

  it('lets rest what waits, and what was approved meanwhile comes with the reinstatement', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId, 'Late');
    const line = await queued(postId);
    await posts.notifyStatus(authorId, true);
    expect((await queue()).some((item) => item.postId === postId)).toBe(false);
    // A moderator who still had the text on the screen.
    const judgement = { verdict: 'approve' as const, note: null };
    await posts.bus.call(decideRevision, { revisionId: line.revisionId, moderatorId, judgement });
    await expect(posts.bus.call(getPost, { postId, viewerId: null })).rejects.toThrow();
    expect(await newsOf(postId)).toEqual([]);
    await posts.notifyStatus(authorId, false);
    expect(await posts.bus.call(getPost, { postId, viewerId: null })).toMatchObject({ title: 'Late' });
    expect(await newsOf(postId)).toEqual([[postPublished.subject, 2]]);
  });

  it('marks what waits, and brings it back to the queue with the reinstatement', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId);
    await queued(postId);
    const marks = async () => {
      const sql =
        'SELECT is_withheld AS marked FROM post_revision JOIN post p ON p.id = post_id WHERE author_id = $1';
      return (await posts.owner.query<{ marked: boolean }>(sql, [authorId])).rows.map(({ marked }) => marked);
    };
    await posts.notifyStatus(authorId, true);
    expect(await marks()).toEqual([true]);
    const later = await posts.write(authorId);
    expect(await marks()).toEqual([true, true]);
    await posts.notifyStatus(authorId, false);
    expect(await marks()).toEqual([false, false]);
    for (const id of [postId, later]) expect(await queued(id)).toMatchObject({ postId: id });
  });

  it('hides and shows again more posts than one statement changes, and the ledger hears of each once', async () => {
    const { authorId } = await posts.newAuthor();
    const ids = await posts.seed(authorId, 5001);
    const told = async (subject: string) => {
      const { rows } = await posts.owner.query<{ posts: number; news: number }>(
        `SELECT count(DISTINCT envelope #>> '{data,postId}')::int AS posts, count(*)::int AS news FROM outbox
         WHERE subject = $1 AND (envelope #>> '{data,authorId}')::bigint = $2`,
        [subject, authorId],
      );
      return rows[0];
    };
    const all = { posts: ids.length, news: ids.length };
    await posts.notifyStatus(authorId, true);
    expect(await told(postWithdrawn.subject)).toEqual(all);
    await posts.notifyStatus(authorId, false);
    expect(await told(postPublished.subject)).toEqual(all);
  });

  it('whose news comes late or twice changes nothing', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId);
    await decide(postId, 'approve');
    const old = await posts.notifyStatus(authorId, true);
    await posts.notifyStatus(authorId, false);
    for (const version of [old, old, 1])
      await posts.bus.tell(memberStatusChanged, { memberId: authorId, isSuspended: true, version });
    // Events of a subject are handled in order: this one after the others.
    await posts.notifyStatus((await posts.newAuthor()).authorId, true);
    expect(await posts.bus.call(getPost, { postId, viewerId: null })).toMatchObject({ id: postId });
  });

  it('is waited for by an approval that comes while it is under way, and which then publishes nothing', async () => {
    const { authorId } = await posts.newAuthor();
    const postId = await posts.write(authorId);
    const { revisionId } = await queued(postId);
    const judgement = { verdict: 'approve' as const, note: null };
    let approved: Promise<unknown> | undefined;
    await posts.inTransaction(async (suspending) => {
      await suspending.query('UPDATE author SET suspended = true WHERE id = $1', [authorId]);
      approved = posts.bus.call(decideRevision, { revisionId, moderatorId, judgement });
      await Promise.race([approved, untilSoManyWait(posts.service.schema, 1)]);
    });
    await approved;
    await expect(posts.bus.call(getPost, { postId, viewerId: null })).rejects.toMatchObject({
      code: 'POST_NOT_FOUND',
    });
  });

  it('that races with approvals leaves nothing public', async () => {
    const { authorId } = await posts.newAuthor();
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await posts.write(authorId));
    const lines = await eventually(async () => {
      const found = (await queue()).filter((item) => ids.includes(item.postId));
      expect(found).toHaveLength(12);
      return found;
    });
    const judgement = { verdict: 'approve' as const, note: null };
    await Promise.all([
      ...lines.map(({ revisionId }) =>
        posts.bus.call(decideRevision, { revisionId, moderatorId, judgement }),
      ),
      posts.notifyStatus(authorId, true),
    ]);
    for (const postId of ids)
      await expect(posts.bus.call(getPost, { postId, viewerId: null })).rejects.toThrow();
    await posts.notifyStatus(authorId, false);
    for (const postId of ids)
      expect(await posts.bus.call(getPost, { postId, viewerId: null })).toMatchObject({ id: postId });
  });
});
