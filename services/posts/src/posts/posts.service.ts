import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { rateLimited } from '@likewell/contracts/core/rate-limited';
import { postsWithdrawn } from '@likewell/contracts/posts/broadcasts';
import { postErrors } from '@likewell/contracts/posts/errors';
import { postWithdrawn, revisionSubmitted } from '@likewell/contracts/posts/events';
import type { Post as PostView } from '@likewell/contracts/posts/post';
import { closePost } from '@likewell/contracts/tipping-ledger/rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Broadcasts } from '@likewell/service-kit/rpc/broadcasts';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { AuthorsService } from '../authors/authors.service.js';
import { ownPost } from './ownership.js';
import { PostRevision } from './post-revision.entity.js';
import { Post } from './post.entity.js';
import {
  addWritten,
  findPost,
  findUnpublishedPost,
  insertPost,
  insertRevision,
  lockPost,
  type ProposedText,
} from './posts.queries.js';

/**
 * What a member may write in a day (UTC), posts and edits together: 200 of the longest texts in any script. Nobody
 * writes that much; scripts could fill the disk in a day without it.
 */
const BYTES_A_DAY = 6_000_000;
/** Counted beside a text's words, since each also has rows and entries of indexes. */
const BYTES_BESIDE_A_TEXT = 300;

/** Authors' use cases for their posts, and the reading of a post. */
@Injectable()
export class PostsService {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorsService,
    private readonly rpc: RpcClient,
    private readonly broadcasts: Broadcasts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds a post whose text waits for its review. @throws AppError MEMBER_NOT_FOUND, RATE_LIMITED */
  async create(authorId: number, text: ProposedText): Promise<PostView> {
    await this.authors.ensure(authorId);
    return this.database.transaction(async (tx) => {
      await this.authors.assertStays(tx, authorId);
      const postId = await insertPost(tx, authorId);
      return propose(tx, postId, authorId, text);
    });
  }

  /**
   * Proposes a new text for the author's own post.
   * @throws AppError POST_NOT_FOUND, NOT_YOUR_POST, MEMBER_NOT_FOUND, RATE_LIMITED
   */
  edit(postId: number, authorId: number, text: ProposedText): Promise<PostView> {
    return this.database.transaction(async (tx) => {
      // The author is locked before the post, as when they are suspended or leave.
      const stays = await this.authors.lockStaying(tx, authorId);
      ownPost(await lockPost(tx, postId), authorId);
      if (!stays) throw new AppError(authErrors.MEMBER_NOT_FOUND);
      return propose(tx, postId, authorId, text);
    });
  }

  /** Withdraws the author's own post for good; idempotent. @throws AppError POST_NOT_FOUND, NOT_YOUR_POST */
  async delete(postId: number, authorId: number): Promise<void> {
    const { wasPublic, ...withdrawn } = await this.database.transaction((tx) =>
      withdraw(tx, postId, authorId),
    );
    // It clears every gateway's cache, which a repeated call, or a text that nobody saw, must not cause.
    if (wasPublic) this.broadcasts.send(postsWithdrawn, {});
    await this.closeForTips(withdrawn);
  }

  /** Returns one post as `viewerId` may see it. @throws AppError POST_NOT_FOUND, also when they may not see it */
  get(postId: number, viewerId: number | null): Promise<PostView> {
    return readPost(this.database.read, postId, viewerId);
  }

  /**
   * Returns a post that is not public with its newest text, for a moderator.
   * @throws AppError POST_NOT_FOUND, also for a public or a deleted post
   */
  async getUnpublished(postId: number): Promise<PostView> {
    return found(await findUnpublishedPost(this.database.read, postId));
  }

  /** Returns the post's author and whether it is public; null when it never existed. */
  async tipTarget(postId: number) {
    const post = await this.database.read.findOneBy(Post, { id: postId });
    if (!post) return null;
    const open = post.publishedRevisionId !== null && post.deletedAt === null;
    return { authorId: post.authorId, open, version: post.version };
  }

  /**
   * Closes the post in the ledger, so that it takes no tips after the response. If the ledger is unavailable
   * the event closes the post a moment later.
   */
  private async closeForTips(withdrawn: RpcInput<typeof closePost>): Promise<void> {
    try {
      await this.rpc.call(closePost, withdrawn);
    } catch (error) {
      this.logger.warn({ err: error, postId: withdrawn.postId }, 'the ledger closes this post by its event');
    }
  }
}

interface Withdrawn extends RpcInput<typeof closePost> {
  /** Whether it was public until now. */
  readonly wasPublic: boolean;
}

/** Withdraws the author's own post. Returns its new version, or its version if it was deleted before. */
async function withdraw(tx: Tx, postId: number, authorId: number): Promise<Withdrawn> {
  const post = await lockPost(tx, postId);
  const deleted = post ? null : await tx.findOneBy(Post, { id: postId, authorId });
  if (deleted) return { postId, authorId, version: deleted.version, wasPublic: false };
  const own = ownPost(post, authorId);
  const withdrawn = { postId, authorId, version: own.version + 1 };
  await tx.update(Post, { id: postId }, { deletedAt: () => 'now()', version: () => 'version + 1' });
  await tx.query('UPDATE post_rank SET visible = false WHERE post_id = $1', [postId]);
  await supersedeWaiting(tx, postId);
  await recordEvent(tx, postWithdrawn, withdrawn);
  return { ...withdrawn, wasPublic: own.isPublished };
}

/**
 * Makes a text the post's newest; one that still waited for its review is superseded.
 * @throws AppError RATE_LIMITED, with the rest of the day, for an author who has written too much
 */
async function propose(tx: Tx, postId: number, authorId: number, text: ProposedText): Promise<PostView> {
  const length = Buffer.byteLength(text.title) + Buffer.byteLength(text.body);
  const { bytes, restMs } = await addWritten(tx, authorId, length + BYTES_BESIDE_A_TEXT);
  if (bytes > BYTES_A_DAY) throw rateLimited(restMs);
  await supersedeWaiting(tx, postId);
  const revisionId = await insertRevision(tx, postId, text);
  await tx.update(Post, { id: postId }, { latestRevisionId: revisionId });
  await recordEvent(tx, revisionSubmitted, { postId, revisionId });
  return readPost(tx, postId, authorId);
}

/** Supersedes a text that still waits for its review. */
async function supersedeWaiting(tx: Tx, postId: number): Promise<void> {
  const superseded = { status: 'superseded' as const, decidedAt: () => 'now()' };
  await tx.update(PostRevision, { postId, status: 'pending' }, superseded);
}

async function readPost(tx: Tx, postId: number, viewerId: number | null): Promise<PostView> {
  return found(await findPost(tx, postId, viewerId));
}

function found(post: PostView | null): PostView {
  if (!post) throw new AppError(postErrors.POST_NOT_FOUND);
  return post;
}
