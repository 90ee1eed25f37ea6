import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { cutPage } from '@likewell/contracts/kernel/page';
import { listStatement } from '@likewell/contracts/tipping-ledger/rpc';
import { statementKind, type StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { Cursors } from '../storage/cursors.js';
import { findAccrued, findLines } from '../storage/statements.js';

@Controller()
export class ListStatementHandler {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  @Rpc(listStatement)
  async handle({
    memberId,
    kinds,
    cursor,
  }: RpcInput<typeof listStatement>): Promise<RpcOutput<typeof listStatement>> {
    const codec = this.cursors.ofStatement(memberId, kinds);
    const from = cursor === null ? null : codec.decode(cursor);
    const rows = await findLines(this.database.read, memberId, kinds ?? statementKind.options, from);
    const page = cutPage(rows, ({ next }) => codec.encode(next));
    if (kinds !== null || page.nextCursor !== null) return page;
    return { ...page, items: [...page.items, await this.accruedLine(memberId)] };
  }

  /** What makes the lines sum to the balance that the member sees. */
  private async accruedLine(memberId: number): Promise<StatementLine> {
    const amountNano = await findAccrued(this.database.read, memberId);
    const createdAt = new Date().toISOString();
    return { id: null, kind: 'accrued', amountNano, createdAt, postId: null, counterpartyId: null };
  }
}
