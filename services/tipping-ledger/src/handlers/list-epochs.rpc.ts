import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { listEpochs } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { Cursors } from '../storage/cursors.js';
import { findEpochs } from '../storage/epochs.js';

@Controller()
export class ListEpochsHandler {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listEpochs)
  async handle({ cursor }: RpcInput<typeof listEpochs>): Promise<RpcOutput<typeof listEpochs>> {
    const before = cursor === null ? null : this.cursors.epochs.decode(cursor).epoch;
    const rows = await findEpochs(this.database.read, before);
    return cutPage(rows, ({ epoch }) => this.cursors.epochs.encode({ epoch }));
  }
}
