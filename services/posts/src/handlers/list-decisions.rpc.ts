import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { listDecisions } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { Cursors } from '../storage/cursors.js';
import { findDecisions } from '../storage/decisions.js';

@Controller()
export class ListDecisionsHandler {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listDecisions)
  async handle({ by, cursor }: RpcInput<typeof listDecisions>): Promise<RpcOutput<typeof listDecisions>> {
    const codec = this.cursors.decisions[by];
    const beforeId = cursor === null ? null : codec.decode(cursor).decisionId;
    const rows = await findDecisions(this.database.read, by, beforeId);
    return cutPage(rows, ({ id }) => codec.encode({ decisionId: id }));
  }
}
