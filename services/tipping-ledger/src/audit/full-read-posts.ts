import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { savePostCheckpoints } from './audit-checkpoints.queries.js';
import { beginPosts, goOnWithPosts, postRow, type PostsReplay } from './audit-posts.queries.js';
import type { FullRead } from './full-read.js';

/** Expected number of tips of a post; an author with more is read in several steps. */
const TIPS_EACH = 4;

/** The state of the comparison of all posts. */
export interface PostsRead {
  /** The last post that was begun, in the order of authors. */
  last: { readonly authorId: string; readonly postId: string };
  open: PostsReplay | null;
}

export const beginAllPosts = (): PostsRead => ({ last: { authorId: '0', postId: '0' }, open: null });

/**
 * Begins with the next posts, or replays more of their authors' tips, and compares each post's total with its
 * tips. Returns true when there are no more posts. A post published behind this position is left to the next
 * read.
 */
export async function readPosts(tx: Tx, read: FullRead, size: number): Promise<boolean> {
  const { posts, house, findings, kind } = read;
  if (posts.open === null) {
    const rows = await findPosts(tx, posts.last, Math.ceil(size / TIPS_EACH));
    const last = rows.at(-1);
    if (!last) return true;
    posts.open = beginPosts(rows, 0n);
    posts.last = { authorId: last.authorId, postId: last.postId };
  } else if (Object.keys(posts.open.next).length > 0)
    await goOnWithPosts(tx, posts.open, size, { floor: 0n, mark: house.mark });
  if (Object.keys(posts.open.next).length > 0) return false;
  const atMark = new Map<string, bigint>();
  for (const [id, post] of Object.entries(posts.open.posts))
    if (post.total === post.tips) atMark.set(id, post.atMark);
    else findings.add('likes-sum', `post ${id}`, `its total is ${post.total}, its tips are ${post.tips}`);
  if (kind === 'baseline') await savePostCheckpoints(tx, house.mark, atMark);
  posts.open = null;
  return false;
}

const findPosts = (tx: Tx, { authorId, postId }: PostsRead['last'], limit: number) =>
  queryRows(
    tx,
    postRow,
    `SELECT post_id AS "postId", author_id AS "authorId", likes_sum AS "likesSum",
       (SELECT last_received_seq FROM account WHERE id = author_id) AS newest
     FROM post_total WHERE (author_id, post_id) > ($1::bigint, $2::bigint) ORDER BY author_id, post_id LIMIT $3`,
    [authorId, postId, limit],
  );
