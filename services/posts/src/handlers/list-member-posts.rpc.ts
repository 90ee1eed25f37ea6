import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { listMemberPosts } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { countFitting } from '../domain/count-fitting.js';
import { AuthorDirectory } from '../storage/author-directory.js';
import { Cursors } from '../storage/cursors.js';
import { findPostsOf } from '../storage/post-views.js';

@Controller()
export class ListMemberPostsHandler {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorDirectory,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listMemberPosts)
  async handle(input: RpcInput<typeof listMemberPosts>): Promise<RpcOutput<typeof listMemberPosts>> {
    const { username, viewerId, cursor } = input;
    const authorId = await this.authors.idOf(username);
    const codec = this.cursors.ofMember(authorId);
    const beforeId = cursor === null ? null : codec.decode(cursor).postId;
    const rows = await findPostsOf(this.database.read, authorId, viewerId, beforeId);
    return cutPage(rows, ({ id }) => codec.encode({ postId: id }), countFitting(rows));
  }
}
