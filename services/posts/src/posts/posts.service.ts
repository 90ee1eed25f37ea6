import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { postsWithdrawn } from '@likewell/contracts/posts/broadcasts';
import { postErrors } from '@likewell/contracts/posts/errors';
import { postWithdrawn, revisionSubmitted } from '@likewell/contracts/posts/events';
import type { Post as PostView } from '@likewell/contracts/posts/post';
import type { getTipTarget } from '@likewell/contracts/posts/rpc';
import { closePost } from '@likewell/contracts/tipping-ledger/rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Broadcasts } from '@likewell/service-kit/rpc/broadcasts';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { AuthorsService } from '../authors/authors.service.js';
import { ownPost } from './ownership.js';
import { PostRank } from './post-rank.entity.js';
import { PostRevision } from './post-revision.entity.js';
import { Post } from './post.entity.js';
import { findPost, insertPost, insertRevision, lockPost, type ProposedText } from './posts.queries.js';

/** What authors do with their posts, and how one is read. */
@Injectable()
export class PostsService {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorsService,
    private readonly rpc: RpcClient,
    private readonly broadcasts: Broadcasts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds a post whose text waits for its review. @throws AppError MEMBER_NOT_FOUND */
  async create(authorId: number, text: ProposedText): Promise<PostView> {
    await this.authors.ensure(authorId);
    return this.database.transaction(async (tx) => {
      await this.authors.assertStays(tx, authorId);
      const postId = await insertPost(tx, authorId);
      return propose(tx, postId, authorId, text);
    });
  }

  /** Proposes another text for an own post. @throws AppError POST_NOT_FOUND, NOT_YOUR_POST, MEMBER_NOT_FOUND */
  edit(postId: number, authorId: number, text: ProposedText): Promise<PostView> {
    return this.database.transaction(async (tx) => {
      ownPost(await lockPost(tx, postId), authorId);
      await this.authors.assertStays(tx, authorId);
      return propose(tx, postId, authorId, text);
    });
  }

  /** Withdraws an own post for good; may be repeated. @throws AppError POST_NOT_FOUND, NOT_YOUR_POST */
  async delete(postId: number, authorId: number): Promise<void> {
    const withdrawn = await this.database.transaction((tx) => withdraw(tx, postId, authorId));
    this.broadcasts.send(postsWithdrawn, {});
    await this.closeForTips(withdrawn);
  }

  /** One post as `viewerId` may see it. @throws AppError POST_NOT_FOUND, also when they may not */
  get(postId: number, viewerId: number | null): Promise<PostView> {
    return readPost(this.database.read, postId, viewerId);
  }

  /** Whose post it is and whether it is public; null when it never existed. */
  async tipTarget(postId: number): Promise<RpcOutput<typeof getTipTarget>['target']> {
    const post = await this.database.read.findOneBy(Post, { id: postId });
    if (!post) return null;
    const open = post.publishedRevisionId !== null && post.deletedAt === null;
    return { authorId: post.authorId, open, version: post.version };
  }

  /** So that no tip is taken after the response. The ledger may be away: the event closes the post a moment later. */
  private async closeForTips(withdrawn: RpcInput<typeof closePost>): Promise<void> {
    try {
      await this.rpc.call(closePost, withdrawn);
    } catch (error) {
      this.logger.warn({ err: error, postId: withdrawn.postId }, 'the ledger closes this post by its event');
    }
  }
}

/** Withdraws an own post, and answers its new version, or the one that it was deleted with before. */
async function withdraw(tx: Tx, postId: number, authorId: number): Promise<RpcInput<typeof closePost>> {
  const post = await lockPost(tx, postId);
  const deleted = post ? null : await tx.findOneBy(Post, { id: postId, authorId });
  if (deleted) return { postId, authorId, version: deleted.version };
  const withdrawn = { postId, authorId, version: ownPost(post, authorId).version + 1 };
  await tx.update(Post, { id: postId }, { deletedAt: () => 'now()', version: () => 'version + 1' });
  await tx.update(PostRank, { postId }, { visible: false });
  await supersedeWaiting(tx, postId);
  await recordEvent(tx, postWithdrawn, withdrawn);
  return withdrawn;
}

/** Makes a text the post's newest; one that still waited for its review is superseded. */
async function propose(tx: Tx, postId: number, authorId: number, text: ProposedText): Promise<PostView> {
  await supersedeWaiting(tx, postId);
  const revisionId = await insertRevision(tx, postId, text);
  await tx.update(Post, { id: postId }, { latestRevisionId: revisionId });
  await recordEvent(tx, revisionSubmitted, { postId, revisionId });
  return readPost(tx, postId, authorId);
}

/** Takes a text that waits for its review out of it. */
async function supersedeWaiting(tx: Tx, postId: number): Promise<void> {
  const superseded = { status: 'superseded' as const, decidedAt: () => 'now()' };
  await tx.update(PostRevision, { postId, status: 'pending' }, superseded);
}

async function readPost(tx: Tx, postId: number, viewerId: number | null): Promise<PostView> {
  const post = await findPost(tx, postId, viewerId);
  if (!post) throw new AppError(postErrors.POST_NOT_FOUND);
  return post;
}
