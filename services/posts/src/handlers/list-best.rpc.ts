import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { listBest } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { countFitting } from '../domain/count-fitting.js';
import { Cursors } from '../storage/cursors.js';
import { findBest } from '../storage/post-views.js';

@Controller()
export class ListBestHandler {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listBest)
  async handle({ range, cursor }: RpcInput<typeof listBest>): Promise<RpcOutput<typeof listBest>> {
    const codec = this.cursors.best[range];
    const rows = await findBest(this.database.read, range, cursor === null ? null : codec.decode(cursor));
    return cutPage(
      rows,
      ({ id, likesSumNano }) => codec.encode({ likesSumNano, postId: id }),
      countFitting(rows),
    );
  }
}
