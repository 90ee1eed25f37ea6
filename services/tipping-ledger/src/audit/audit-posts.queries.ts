import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { JOURNAL_LISTS, walk } from '../journal/journal-lists.js';

const TIP_COLUMNS = 'seq, prev_received_seq, post_id, amount';

/** A post and, in the same snapshot, its author's newest tip. */
export const postRow = z.object({
  post_id: z.string(),
  author_id: z.string(),
  likes_sum: int8Nano,
  newest: z.string().nullable(),
});
type PostRow = z.output<typeof postRow>;

/** Posts with the tips of their authors, which are replayed from the newest of that moment back. */
export interface PostsReplay {
  /** By post, in nano-LIKE: the total, the tips that were read, and those of them up to the mark. */
  readonly posts: Record<
    string,
    { readonly authorId: string; readonly total: bigint; tips: bigint; atMark: bigint }
  >;
  /** Where each author's tips go on. */
  next: Record<string, string>;
}

/** Begins a replay of the authors' tips after a number. */
export function beginPosts(rows: readonly PostRow[], floor: bigint): PostsReplay {
  return {
    posts: Object.fromEntries(
      rows.map(({ post_id, author_id: authorId, likes_sum }) => [
        post_id,
        { authorId, total: likes_sum, tips: 0n, atMark: 0n },
      ]),
    ),
    next: Object.fromEntries(
      rows.flatMap(({ author_id, newest }) =>
        newest !== null && BigInt(newest) > floor ? [[author_id, newest]] : [],
      ),
    ),
  };
}

/** Replays some more tips of each author, together about `size`. */
export async function goOnWithPosts(
  tx: Tx,
  replay: PostsReplay,
  size: number,
  { floor, mark }: { readonly floor: bigint; readonly mark: string },
): Promise<void> {
  const authors = Object.keys(replay.next);
  const limit = Math.ceil(size / authors.length);
  const rows = await readTips(tx, replay.next, { limit, floor: floor.toString(), mark });
  replay.next = {};
  for (const { author_id, post_id, amount, at_mark, first, next } of rows) {
    const post = replay.posts[post_id];
    if (post?.authorId === author_id) {
      post.tips += amount;
      post.atMark += at_mark;
    }
    if (first && next !== null && BigInt(next) > floor) replay.next[author_id] = next;
  }
}

const tipsRow = z.object({
  author_id: z.string(),
  post_id: z.string(),
  amount: int8Nano,
  at_mark: int8Nano,
  /** This post's tips are the oldest of what was read. */
  first: z.boolean(),
  /** Where the list goes on; null where it does not go back. */
  next: z.string().nullable(),
});

function readTips(
  tx: Tx,
  next: Readonly<Record<string, string>>,
  { limit, floor, mark }: { readonly limit: number; readonly floor: string; readonly mark: string },
): Promise<z.output<typeof tipsRow>[]> {
  return queryRows(
    tx,
    tipsRow,
    `SELECT author.id AS author_id, tips.*
     FROM unnest($1::bigint[], $2::bigint[]) AS author (id, next)
     CROSS JOIN LATERAL (
       SELECT post_id, sum(amount) AS amount, coalesce(sum(amount) FILTER (WHERE seq <= $5::bigint), 0) AS at_mark,
         min(seq) = min(min(seq)) OVER () AS first,
         (array_agg(CASE WHEN prev_received_seq < seq THEN prev_received_seq END ORDER BY seq))[1] AS next
       FROM (${walk(
         JOURNAL_LISTS.received,
         TIP_COLUMNS,
         'author.next',
         'line.prev_received_seq > $4::bigint AND place < $3::bigint',
       )}) AS list
       GROUP BY post_id
     ) AS tips`,
    [Object.keys(next), Object.values(next), limit, floor, mark],
  );
}
