import { AppError } from '@likewell/contracts/kernel/app-error';
import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { ROWS_TO_READ } from '@likewell/contracts/kernel/page';
import { postErrors } from '@likewell/contracts/posts/errors';
import type { BestRange, Post, ReviewStatus } from '@likewell/contracts/posts/post';
import type { Tx } from '@likewell/service-kit/database/database';
import { AUTHOR_COLUMNS, type AuthorRow, toAuthor } from './authors.js';
import { followingPage } from './following-page.js';

interface PostRow extends AuthorRow {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly created_at: Date;
  readonly likes_sum: string | null;
  readonly review_status: ReviewStatus;
  readonly drafted_with_ai: boolean;
}

const COLUMNS = `p.id, r.title, r.body, p.created_at, k.likes_sum, r.status AS review_status,
  r.draft_id IS NOT NULL AND EXISTS (SELECT FROM ai_draft WHERE id = r.draft_id) AS drafted_with_ai,
  ${AUTHOR_COLUMNS}`;

const PUBLIC_TEXT = `JOIN post_revision r ON r.id = p.published_revision_id JOIN author a ON a.id = p.author_id`;
const RANK = 'LEFT JOIN post_rank k ON k.post_id = p.id';

/** The author reads her newest text, everybody else the published one. */
const textFor = (viewer: string) =>
  `JOIN post_revision r ON r.id = CASE WHEN p.author_id = ${viewer} THEN p.latest_revision_id ELSE p.published_revision_id END
   JOIN author a ON a.id = p.author_id`;

const WINDOW: Record<BestRange, string> = {
  all: '',
  year: `AND k.published_at > now() - interval '1 year'`,
  month: `AND k.published_at > now() - interval '1 month'`,
  week: `AND k.published_at > now() - interval '7 days'`,
  day: `AND k.published_at > now() - interval '1 day'`,
};

/** One post as `viewerId` may see it. @throws AppError POST_NOT_FOUND, also when she may not */
export async function readPost(tx: Tx, postId: number, viewerId: number | null): Promise<Post> {
  const [row] = await tx.query<PostRow[]>(
    `SELECT ${COLUMNS} FROM post p ${textFor('$2::bigint')} ${RANK} WHERE p.id = $1 AND p.deleted_at IS NULL`,
    [postId, viewerId],
  );
  if (!row) throw new AppError(postErrors.POST_NOT_FOUND);
  return toPost(row);
}

/** The public posts after a key in the order of Best, and one more than a page holds. */
export async function findBest(
  tx: Tx,
  range: BestRange,
  after: { likesSumNano: bigint; postId: number } | null,
): Promise<Post[]> {
  const rows = await tx.query<PostRow[]>(
    // The page is cut before anything is joined to it: a window may hold very many posts.
    `SELECT ${COLUMNS} FROM (
       SELECT k.post_id, k.likes_sum FROM post_rank k
       WHERE k.visible ${WINDOW[range]} ${after ? 'AND (k.likes_sum, k.post_id) < ($2, $3)' : ''}
       ORDER BY k.likes_sum DESC, k.post_id DESC LIMIT $1
     ) k JOIN post p ON p.id = k.post_id ${PUBLIC_TEXT}
     ORDER BY k.likes_sum DESC, k.post_id DESC`,
    [ROWS_TO_READ, ...(after ? [after.likesSumNano.toString(), after.postId] : [])],
  );
  return rows.map(toPost);
}

/** The public posts older than `beforeId`, newest first, and one more than a page holds. */
export async function findNew(tx: Tx, beforeId: number | null): Promise<Post[]> {
  const rows = await tx.query<PostRow[]>(
    `SELECT ${COLUMNS} FROM post p ${PUBLIC_TEXT} ${RANK}
     WHERE p.published_revision_id IS NOT NULL AND p.deleted_at IS NULL ${beforeId ? 'AND p.id < $2' : ''}
     ORDER BY p.id DESC LIMIT $1`,
    [ROWS_TO_READ, ...(beforeId ? [beforeId] : [])],
  );
  return rows.map(toPost);
}

/** A member's posts as `viewerId` may see them, newest first, and one more than a page holds. */
export async function findPostsOf(
  tx: Tx,
  authorId: number,
  viewerId: number | null,
  beforeId: number | null,
): Promise<Post[]> {
  const rows = await tx.query<PostRow[]>(
    `SELECT ${COLUMNS} FROM post p ${textFor('$3::bigint')} ${RANK}
     WHERE p.author_id = $2 AND p.deleted_at IS NULL ${beforeId ? 'AND p.id < $4' : ''}
     ORDER BY p.id DESC LIMIT $1`,
    [ROWS_TO_READ, authorId, viewerId, ...(beforeId ? [beforeId] : [])],
  );
  return rows.map(toPost);
}

/** The public posts of the authors whom a member follows, newest first, and one more than a page holds. */
export async function findFollowing(tx: Tx, followerId: number, beforeId: number | null): Promise<Post[]> {
  const rows = await tx.query<PostRow[]>(
    `SELECT ${COLUMNS} FROM (${followingPage(beforeId !== null)}) page
     JOIN post p ON p.id = page.id ${PUBLIC_TEXT} ${RANK} ORDER BY p.id DESC`,
    [ROWS_TO_READ, followerId, ...(beforeId ? [beforeId] : [])],
  );
  return rows.map(toPost);
}

function toPost(row: PostRow): Post {
  return {
    id: idFromInt8(row.id),
    title: row.title,
    body: row.body,
    createdAt: row.created_at.toISOString(),
    likesSumNano: BigInt(row.likes_sum ?? 0),
    reviewStatus: row.review_status,
    draftedWithAi: row.drafted_with_ai,
    author: toAuthor(row),
  };
}
