import { memberStatusChanged } from '@likewell/contracts/auth/events';
import {
  createPost,
  deletePost,
  editPost,
  followAuthor,
  getProfile,
  unfollowAuthor,
} from '@likewell/contracts/posts/rpc';
import { revisionSubmitted } from '@likewell/contracts/posts/events';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import type { Database } from '@likewell/service-kit/database/database';
import { eventually } from '@likewell/testing/eventually';
import { openTestDatabase } from '@likewell/testing/test-database';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { lockPost } from '../src/posts/posts.queries.js';
import { lockAuthorOf, publishRevision, unpublishRevision } from '../src/posts/publication.queries.js';
import { wrongCounts } from './kept-counts.js';
import { usePosts } from './posts-under-test.js';

const AUTHORS = 5;
/** Number of steps that run at the same time. */
const TOGETHER = 8;

const STEPS = [
  'seed',
  'write',
  'edit',
  'delete',
  'hide',
  'show',
  'follow',
  'unfollow',
  'status',
  'tips',
] as const;
const step = fc.record({
  what: fc.constantFrom(...STEPS),
  author: fc.nat({ max: AUTHORS - 1 }),
  other: fc.nat({ max: AUTHORS - 1 }),
  post: fc.nat(),
  amount: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  isTwice: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const posts = usePosts();
let database: Database;
let authors: { authorId: number; username: string }[];
let statusVersion = 1;
/** Ids of the events whose publication was confirmed. */
const told: string[] = [];

beforeAll(async () => {
  await posts.service.addReplica();
  database = await openTestDatabase(posts.service.schema.url, 4);
  authors = await Promise.all(Array.from({ length: AUTHORS }, () => posts.newAuthor()));
  await posts.owner.query('UPDATE author SET member_since = now()');
});
afterAll(async () => {
  await database.dataSource.destroy();
});

/** Returns one of all posts, and its newest text. */
async function somePost(number: number) {
  const { rows } = await posts.owner.query<{ id: number; author: number; revision: number | null }>(
    `SELECT id::int, author_id::int AS author, latest_revision_id::int AS revision FROM post ORDER BY id
     OFFSET $1 % greatest((SELECT count(*) FROM post), 1) LIMIT 1`,
    [number],
  );
  return rows[0];
}

/** Performs a step if it is possible. A rejected step must change nothing, which is checked too. */
async function perform({ what, author, other, post, amount, isTwice }: Step): Promise<void> {
  const { authorId, username } = authors[author] ?? { authorId: 0, username: '' };
  const followerId = authors[other]?.authorId ?? 0;
  const found = await somePost(post);
  const twice = (once: () => Promise<unknown>) => Promise.all(isTwice ? [once(), once()] : [once()]);
  const eventId = randomUUID();
  /** Publishes an event. One that the stream did not confirm may arrive or not, so nobody waits for it. */
  const publish = async (once: () => Promise<void>) => {
    await twice(once);
    told.push(eventId);
  };
  switch (what) {
    case 'seed':
      await posts.seed(authorId, 1 + (post % 3));
      return;
    case 'write':
      await posts.bus.call(createPost, { authorId, title: 'A title', body: `Words of ${eventId}.` });
      return;
    case 'follow':
      await twice(() => posts.bus.call(followAuthor, { followerId, username }));
      return;
    case 'unfollow':
      await twice(() => posts.bus.call(unfollowAuthor, { followerId, username }));
      return;
    case 'status': {
      // Some events are outdated.
      statusVersion += 1;
      const version = post % 4 === 0 ? Math.max(1, statusVersion - 3) : statusVersion;
      const news = { memberId: authorId, isSuspended: amount % 2n === 0n, version };
      await publish(() => posts.bus.tell(memberStatusChanged, news, eventId));
      return;
    }
    default:
  }
  if (!found) return;
  const { id: postId, author: ownerId, revision } = found;
  if (what === 'tips') {
    const more = await somePost(post + 1);
    const totals = [...new Set([postId, more?.id ?? postId])].map((id) => ({
      postId: id,
      likesSumNano: amount,
    }));
    await publish(() => posts.bus.tell(likesCounted, { totals }, eventId));
  } else if (what === 'delete') {
    await twice(() => posts.bus.call(deletePost, { postId, authorId: ownerId }));
  } else if (what === 'edit') {
    await posts.bus.call(editPost, {
      postId,
      authorId: ownerId,
      title: 'Other',
      body: `Words of ${eventId}.`,
    });
  } else if (revision !== null) {
    await database.transaction(async (tx) => {
      await lockAuthorOf(tx, postId);
      if (!(await lockPost(tx, postId))) return;
      if (what === 'hide') await unpublishRevision(tx, postId, revision);
      else await publishRevision(tx, postId, revision);
    });
  }
}

/** Waits until the replicas have handled all earlier events, those of texts to check too. */
async function untilHeard(): Promise<void> {
  statusVersion += 1;
  const version = statusVersion;
  const marker = authors[0]?.authorId ?? 0;
  await posts.bus.tell(memberStatusChanged, { memberId: marker, isSuspended: false, version });
  await eventually(async () => {
    const { rows } = await posts.owner.query('SELECT standing_version AS known FROM author WHERE id = $1', [
      marker,
    ]);
    expect(rows).toEqual([{ known: version }]);
    // Two replicas handle them, so that the last one may be handled before another.
    const { rows: heard } = await posts.owner.query(
      `SELECT id FROM unnest($1::uuid[]) AS told (id) WHERE id NOT IN (SELECT event_id FROM inbox)
       UNION ALL SELECT id FROM outbox WHERE subject = $2 AND id NOT IN (SELECT event_id FROM inbox)`,
      [told, revisionSubmitted.subject],
    );
    expect(heard).toEqual([]);
  });
}

it('whatever happens, at the same moment, twice or late, counts are what a scan finds', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      for (let first = 0; first < steps.length; first += TOGETHER) {
        const outcomes = await Promise.allSettled(steps.slice(first, first + TOGETHER).map(perform));
        outcomes.forEach((outcome, index) => {
          if (outcome.status === 'fulfilled') seen.add(steps[first + index]?.what ?? '');
        });
        expect(await wrongCounts(posts)).toEqual([]);
      }
      await untilHeard();
      expect(await wrongCounts(posts)).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect([...seen].sort()).toEqual([...STEPS].sort());
  const { rows } = await posts.owner.query<{ what: string }>(`
    SELECT 'posts' AS what FROM author_count WHERE posts > 0 UNION SELECT 'followers' FROM author_count WHERE followers > 0
    UNION SELECT 'likes' FROM author_likes WHERE likes_sum > 0 ORDER BY 1`);
  expect(rows.map(({ what }) => what)).toEqual(['followers', 'likes', 'posts']);
});

it('the profile shows what is counted', async () => {
  for (const { authorId, username } of authors) {
    const { rows } = await posts.owner.query<{
      suspended: boolean;
      posts: number;
      followers: number;
      likes: string;
    }>(
      `SELECT suspended, (SELECT count(*)::int FROM post WHERE author_id = $1 AND published_revision_id IS NOT NULL AND deleted_at IS NULL) AS posts,
         (SELECT count(*)::int FROM follow WHERE author_id = $1) AS followers,
         (SELECT coalesce(sum(likes_sum), 0)::text FROM post_rank JOIN post ON post.id = post_id WHERE author_id = $1) AS likes
       FROM author WHERE id = $1`,
      [authorId],
    );
    const shown = await posts.bus.call(getProfile, { username, viewerId: null }).catch(() => null);
    if (rows[0]?.suspended) expect(shown).toBeNull();
    else
      expect(shown).toMatchObject({
        posts: rows[0]?.posts,
        followers: rows[0]?.followers,
        likeReceivedNano: BigInt(rows[0]?.likes ?? -1),
      });
  }
});
