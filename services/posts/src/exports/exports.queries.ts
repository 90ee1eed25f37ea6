import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import { exportedText, type exportFollows, type exportTexts } from '@likewell/contracts/posts/rpc';
import { int8Id, int8Nano, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { isOfAuthor } from '../posts/author-index.js';
import { countFitting } from '../posts/count-fitting.js';
import { DRAFTED_WITH_AI, RANK } from '../posts/post-view.js';

/** Page size; a page has about 60 KB. */
const FOLLOWS_A_PAGE = 1000;

const textRow = exportedText.extend({
  id: int8Id,
  postId: int8Id,
  createdAt: isoTime,
  decidedAt: isoTime.nullable(),
  postCreatedAt: isoTime,
  postDeletedAt: isoTime.nullable(),
  postLikesSumNano: int8Nano,
});
const followRow = z.object({ authorId: int8Id, since: isoTime });

/** Returns a page of an author's texts, deleted posts included, after a given text. */
export async function findExportedTexts(
  tx: Tx,
  authorId: number,
  after: RpcInput<typeof exportTexts>['after'],
): Promise<RpcOutput<typeof exportTexts>> {
  const rows = await queryRows(
    tx,
    textRow,
    `SELECT r.id, r.post_id AS "postId", r.title, r.body, r.status, r.created_at AS "createdAt",
       r.decided_at AS "decidedAt", p.created_at AS "postCreatedAt", p.deleted_at AS "postDeletedAt",
       p.deleted_at IS NULL AND p.published_revision_id IS NOT DISTINCT FROM r.id AS "isPublic",
       ${DRAFTED_WITH_AI},
       coalesce(k.likes_sum, 0) AS "postLikesSumNano"
     FROM post p JOIN post_revision r ON r.post_id = p.id ${RANK}
     WHERE ${isOfAuthor('$1', 'p.author_id')} AND p.id >= $2 AND (p.id > $2 OR r.id > $3)
     ORDER BY p.author_id, p.id, r.id LIMIT ${ROWS_TO_READ}`,
    [authorId, after?.postId ?? 0, after?.textId ?? 0],
  );
  const texts = rows.slice(0, countFitting(rows));
  const last = texts.at(-1);
  const goesOn = last !== undefined && texts.length < rows.length;
  return { texts, next: goesOn ? { postId: last.postId, textId: last.id } : null };
}

/** Returns a page of the authors whom a member follows, by author id, after a given author. */
export async function findExportedFollows(
  tx: Tx,
  followerId: number,
  afterId: number | null,
): Promise<RpcOutput<typeof exportFollows>> {
  const follows = await queryRows(
    tx,
    followRow,
    `SELECT author_id AS "authorId", created_at AS since FROM follow
     WHERE follower_id = $1 AND author_id > $2 ORDER BY author_id LIMIT ${FOLLOWS_A_PAGE}`,
    [followerId, afterId ?? 0],
  );
  const isLast = follows.length < FOLLOWS_A_PAGE;
  return { follows, nextId: isLast ? null : (follows.at(-1)?.authorId ?? null) };
}
