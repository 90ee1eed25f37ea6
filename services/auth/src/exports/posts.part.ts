import { exportFollows, exportTexts, type ExportedText } from '@likewell/contracts/posts/rpc';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { findUsernames } from './account.queries.js';
import type { ExportPart, ExportTarget } from './export-part.js';
import { defineTable } from './export-table.js';

const posts = defineTable(
  'posts',
  'Your posts, deleted ones too, each with its public text, or else your newest one. 30 days after you delete a post its words are gone.',
  ['post_id', 'created_at', 'deleted_at', 'is_public', 'title', 'body', 'tips_received'],
  ['tips_received'],
);
const postTexts = defineTable(
  'post_texts',
  'Every text that you proposed for a post, with what our check said of it. 30 days after you delete a post its texts are empty, superseded unless they were rejected, and no longer say that they began with a draft of the AI. Drafts of the AI that no text began with are not kept.',
  [
    'text_id',
    'post_id',
    'title',
    'body',
    'status',
    'is_public',
    'drafted_with_ai',
    'created_at',
    'decided_at',
  ],
);
const follows = defineTable('follows', 'Whom you follow.', ['username', 'since']);

/** The posts service's data of a member. */
@Injectable()
export class PostsPart implements ExportPart {
  readonly tables = [posts, postTexts, follows];

  constructor(
    private readonly rpc: RpcClient,
    private readonly database: Database,
  ) {}

  async write(target: ExportTarget): Promise<void> {
    await this.writeTexts(target);
    await this.writeFollows(target);
  }

  private async writeTexts({ memberId, archive, save }: ExportTarget): Promise<void> {
    const [ofPosts, ofTexts] = [archive.openTable(posts), archive.openTable(postTexts)];
    let ofOnePost: ExportedText[] = [];
    let page: RpcOutput<typeof exportTexts> = { texts: [], next: null };
    do {
      page = await this.rpc.call(exportTexts, { memberId, after: page.next });
      for (const text of page.texts) {
        if (ofOnePost[0] && ofOnePost[0].postId !== text.postId) {
          await ofPosts.write([toPost(ofOnePost)]);
          ofOnePost = [];
        }
        ofOnePost.push(text);
        await ofTexts.write([toText(text)]);
      }
      await save();
    } while (page.next !== null);
    if (ofOnePost.length > 0) await ofPosts.write([toPost(ofOnePost)]);
    await ofPosts.end();
    await ofTexts.end();
  }

  private async writeFollows({ memberId, archive, save }: ExportTarget): Promise<void> {
    const writer = archive.openTable(follows);
    let page: RpcOutput<typeof exportFollows> = { follows: [], nextId: null };
    do {
      page = await this.rpc.call(exportFollows, { memberId, afterId: page.nextId });
      const ids = page.follows.map(({ authorId }) => authorId);
      const names = await findUsernames(this.database.read, ids);
      await writer.write(
        page.follows.map(({ authorId, since }) => ({ username: names.get(authorId) ?? null, since })),
      );
      await save();
    } while (page.nextId !== null);
    await writer.end();
  }
}

/** @param texts all texts of one post, oldest first */
function toPost(texts: readonly ExportedText[]) {
  const shown = texts.find(({ isPublic }) => isPublic) ?? texts.at(-1);
  if (!shown) throw new Error('a post without a text');
  return {
    post_id: shown.postId,
    created_at: shown.postCreatedAt,
    deleted_at: shown.postDeletedAt,
    is_public: shown.isPublic,
    title: shown.title,
    body: shown.body,
    tips_received: shown.postLikesSumNano,
  };
}

const toText = (text: ExportedText) => ({
  text_id: text.id,
  post_id: text.postId,
  title: text.title,
  body: text.body,
  status: text.status,
  is_public: text.isPublic,
  drafted_with_ai: text.draftedWithAi,
  created_at: text.createdAt,
  decided_at: text.decidedAt,
});
