import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { listNew } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { countFitting } from '../domain/count-fitting.js';
import { Cursors } from '../storage/cursors.js';
import { findNew } from '../storage/post-views.js';

@Controller()
export class ListNewHandler {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listNew)
  async handle({ cursor }: RpcInput<typeof listNew>): Promise<RpcOutput<typeof listNew>> {
    const codec = this.cursors.new;
    const rows = await findNew(this.database.read, cursor === null ? null : codec.decode(cursor).postId);
    return cutPage(rows, ({ id }) => codec.encode({ postId: id }), countFitting(rows));
  }
}
