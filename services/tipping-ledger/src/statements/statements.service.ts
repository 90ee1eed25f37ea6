import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { cutPage, PAGE_SIZE, type Page } from '@likewell/contracts/core/page';
import {
  statementKind,
  type StatementLine,
  type WeekTotals,
} from '@likewell/contracts/tipping-ledger/statement';
import type { exportStatement, listStatement } from '@likewell/contracts/tipping-ledger/rpc';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import type { LedgerConfig } from '../config.js';
import { statementCursors } from './statement-cursors.js';
import { findLines } from './statements.queries.js';
import { findWeekTotals } from './week-totals.queries.js';

/** Lines on a page of an export; a page has about 100 KB. */
const EXPORTED_LINES = 500;

/** Selects a page of a statement; null selects all kinds. */
type StatementOf = RpcInput<typeof listStatement>;

/** Statements: every change of a member's balance. */
@Injectable()
export class StatementsService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: LedgerConfig,
  ) {}

  /** Returns what a member received and sent by tips in the seven days before now. */
  weekTotals(memberId: number): Promise<WeekTotals> {
    return findWeekTotals(this.database.read, memberId);
  }

  /** Returns a page of lines, newest first. @throws AppError INVALID_CURSOR */
  list(of: StatementOf): Promise<Page<StatementLine>> {
    return this.read(of, PAGE_SIZE);
  }

  /** Returns a page of all lines for a member's data export, newest first. @throws AppError INVALID_CURSOR */
  export(of: RpcInput<typeof exportStatement>): Promise<Page<StatementLine>> {
    return this.read({ ...of, kinds: null }, EXPORTED_LINES);
  }

  private async read(
    { memberId, kinds, cursor }: StatementOf,
    pageSize: number,
  ): Promise<Page<StatementLine>> {
    const cursors = statementCursors(this.config.CURSOR_SECRET, memberId, kinds);
    const from = cursor === null ? null : cursors.decode(cursor);
    const wanted = kinds ?? statementKind.options;
    const { lines, accruedNano } = await findLines(this.database.read, memberId, wanted, { from, pageSize });
    const page = cutPage(lines, ({ next }) => cursors.encode(next), pageSize);
    if (kinds !== null || page.nextCursor !== null) return page;
    return { ...page, items: [...page.items, accruedLine(accruedNano)] };
  }
}

/** Returns the line that makes all pages sum to the balance that the member had when the first page was read. */
function accruedLine(amountNano: bigint): StatementLine {
  const createdAt = new Date().toISOString();
  const about = { postId: null, counterpartyId: null, signature: null };
  return { id: null, kind: 'accrued', amountNano, createdAt, ...about };
}
