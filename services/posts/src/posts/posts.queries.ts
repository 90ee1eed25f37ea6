import type { Post } from '@likewell/contracts/posts/post';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { LATEST_TEXT, POST_COLUMNS, postRow, RANK, textFor } from './post-view.js';

/** A text with the draft that it began with, if any. */
export interface ProposedText {
  readonly title: string;
  readonly body: string;
  readonly draftId?: string | null | undefined;
}

const writtenRow = z.object({ bytes: z.int(), restMs: z.number() });
const lockedRow = z.object({ postId: int8Id, authorId: int8Id, isPublished: z.boolean(), version: z.int() });

/** A post's state without its texts, locked until the transaction ends. */
export type LockedPost = z.output<typeof lockedRow>;

/** Returns one post as `viewerId` may see it; null when they may not see it, or there is none. */
export function findPost(tx: Tx, postId: number, viewerId: number | null): Promise<Post | null> {
  return queryRow(
    tx,
    postRow,
    `SELECT ${POST_COLUMNS} FROM post p ${textFor('$2::bigint')} ${RANK} WHERE p.id = $1 AND p.deleted_at IS NULL`,
    [postId, viewerId],
  );
}

/** Returns a post that is not public with its newest text; null for a public or a deleted one. */
export function findUnpublishedPost(tx: Tx, postId: number): Promise<Post | null> {
  return queryRow(
    tx,
    postRow,
    `SELECT ${POST_COLUMNS} FROM post p ${LATEST_TEXT} ${RANK}
     WHERE p.id = $1 AND p.published_revision_id IS NULL AND p.deleted_at IS NULL`,
    [postId],
  );
}

/** Adds a post without a text and returns its id. */
export async function insertPost(tx: Tx, authorId: number): Promise<number> {
  const sql = 'INSERT INTO post (author_id) VALUES ($1) RETURNING id';
  return insertedId(await queryValue(tx, int8Id, sql, [authorId]));
}

/**
 * Adds a text to a post and returns the revision's id. A text without a draft of its own keeps that of the
 * previous text.
 */
export async function insertRevision(tx: Tx, postId: number, text: ProposedText): Promise<number> {
  const id = await queryValue(
    tx,
    int8Id,
    `INSERT INTO post_revision (post_id, title, body, draft_id)
     SELECT id, $2, $3, coalesce($4, (SELECT draft_id FROM post_revision WHERE id = post.latest_revision_id))
     FROM post WHERE id = $1 RETURNING id`,
    [postId, text.title, text.body, text.draftId ?? null],
  );
  return insertedId(id);
}

/**
 * Adds what a text takes to its author's day (UTC), which waits for other texts of theirs.
 * @returns the bytes of the day so far, and the rest of the day in ms
 */
export async function addWritten(
  tx: Tx,
  authorId: number,
  bytes: number,
): Promise<z.output<typeof writtenRow>> {
  const row = await queryRow(
    tx,
    writtenRow,
    `INSERT INTO written_day AS written (author_id, day, bytes)
     SELECT $1, (clock_timestamp() AT TIME ZONE 'UTC')::date, $2
     ON CONFLICT (author_id) DO UPDATE SET day = excluded.day,
       bytes = excluded.bytes + CASE WHEN written.day = excluded.day THEN written.bytes ELSE 0 END
     RETURNING bytes,
       1000 * extract(epoch FROM day + 1 - clock_timestamp() AT TIME ZONE 'UTC')::float8 AS "restMs"`,
    [authorId, bytes],
  );
  if (!row) throw new Error('nothing was added');
  return row;
}

/**
 * Locks a post that is not deleted; null when there is none. As each lock of posts, it lets rows refer to the post
 * meanwhile: the deletion of its author's newest post makes it their newest, with the author's counts locked.
 */
export function lockPost(tx: Tx, postId: number): Promise<LockedPost | null> {
  return queryRow(
    tx,
    lockedRow,
    `SELECT id AS "postId", author_id AS "authorId", published_revision_id IS NOT NULL AS "isPublished", version
     FROM post WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [postId],
  );
}

function insertedId(id: number | null): number {
  if (id === null) throw new Error('nothing was inserted');
  return id;
}
