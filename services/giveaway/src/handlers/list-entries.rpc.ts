import { listEntries } from '@likewell/contracts/giveaway/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { Cursors } from '../storage/cursors.js';
import { ENTRIES_A_PAGE, findEntries } from '../storage/entries.js';

@Controller()
export class ListEntriesHandler {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listEntries)
  async handle({ giveawayId, cursor }: RpcInput<typeof listEntries>): Promise<RpcOutput<typeof listEntries>> {
    const codec = this.cursors.ofEntries(giveawayId);
    const after = cursor === null ? null : codec.decode(cursor).after;
    const rows = await findEntries(this.database.read, giveawayId, after);
    const { items, nextCursor } = cutPage(rows, (last) => codec.encode({ after: last }), ENTRIES_A_PAGE);
    return { entries: items, nextCursor };
  }
}
