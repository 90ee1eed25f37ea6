import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { exportStatement } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { findUsernames } from './account.queries.js';
import type { ExportPart, ExportTarget } from './export-part.js';
import { moneyTables, toRows } from './money.tables.js';

/** The ledger's data of a member: their statement, and from it their tips, deposits and balance. */
@Injectable()
export class MoneyPart implements ExportPart {
  readonly tables = Object.values(moneyTables);

  constructor(
    private readonly rpc: RpcClient,
    private readonly database: Database,
  ) {}

  async write({ memberId, archive, save }: ExportTarget): Promise<void> {
    const readAt = new Date().toISOString();
    const writers = {
      statement: archive.openTable(moneyTables.statement),
      tipsGiven: archive.openTable(moneyTables.tipsGiven),
      tipsReceived: archive.openTable(moneyTables.tipsReceived),
      deposits: archive.openTable(moneyTables.deposits),
    };
    let sumNano = 0n;
    let page: RpcOutput<typeof exportStatement> = { items: [], nextCursor: null };
    do {
      page = await this.rpc.call(exportStatement, { memberId, cursor: page.nextCursor });
      const { items } = page;
      const ids = items.flatMap(({ counterpartyId }) => counterpartyId ?? []);
      const rows = toRows(items, await findUsernames(this.database.read, ids));
      await writers.statement.write(rows.statement);
      await writers.tipsGiven.write(rows.tipsGiven);
      await writers.tipsReceived.write(rows.tipsReceived);
      await writers.deposits.write(rows.deposits);
      for (const { amountNano } of items) sumNano += amountNano;
      await save();
    } while (page.nextCursor !== null);
    for (const writer of Object.values(writers)) await writer.end();
    await archive.addTable(moneyTables.balance, [{ read_at: readAt, amount: sumNano }]);
  }
}
