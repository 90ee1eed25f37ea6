import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { listFollowing } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { countFitting } from '../domain/count-fitting.js';
import { Cursors } from '../storage/cursors.js';
import { findFollowing } from '../storage/post-views.js';

@Controller()
export class ListFollowingHandler {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listFollowing)
  async handle(input: RpcInput<typeof listFollowing>): Promise<RpcOutput<typeof listFollowing>> {
    const { followerId, cursor } = input;
    const codec = this.cursors.ofFollower(followerId);
    const beforeId = cursor === null ? null : codec.decode(cursor).postId;
    const rows = await findFollowing(this.database.read, followerId, beforeId);
    return cutPage(rows, ({ id }) => codec.encode({ postId: id }), countFitting(rows));
  }
}
