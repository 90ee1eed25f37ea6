import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { listReviewQueue } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { countFitting } from '../domain/count-fitting.js';
import { Cursors } from '../storage/cursors.js';
import { findQueue } from '../storage/review-queue.js';

@Controller()
export class ListReviewQueueHandler {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listReviewQueue)
  async handle({
    moderatorId,
    cursor,
  }: RpcInput<typeof listReviewQueue>): Promise<RpcOutput<typeof listReviewQueue>> {
    const codec = this.cursors.reviewQueue;
    const afterId = cursor === null ? null : codec.decode(cursor).revisionId;
    const rows = await findQueue(this.database.read, moderatorId, afterId);
    return cutPage(rows, ({ revisionId }) => codec.encode({ revisionId }), countFitting(rows));
  }
}
