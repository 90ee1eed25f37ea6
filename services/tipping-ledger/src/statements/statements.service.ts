import { cutPage, type Page } from '@likewell/contracts/core/page';
import {
  statementKind,
  type StatementKind,
  type StatementLine,
  type WeekTotals,
} from '@likewell/contracts/tipping-ledger/statement';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import type { LedgerConfig } from '../config.js';
import { statementCursors } from './statement-cursors.js';
import { findLines } from './statements.queries.js';
import { findWeekTotals } from './week-totals.queries.js';

/** What a page of a statement is of. */
interface StatementOf {
  readonly memberId: number;
  /** Null for all. */
  readonly kinds: StatementKind[] | null;
  readonly cursor: string | null;
}

/** Every change of a member's balance. */
@Injectable()
export class StatementsService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: LedgerConfig,
  ) {}

  /** What tips brought a member and took from them in the seven days before now. */
  weekTotals(memberId: number): Promise<WeekTotals> {
    return findWeekTotals(this.database.read, memberId);
  }

  /** A page of lines, newest first. @throws AppError INVALID_CURSOR */
  async list({ memberId, kinds, cursor }: StatementOf): Promise<Page<StatementLine>> {
    const cursors = statementCursors(this.config.CURSOR_SECRET, memberId, kinds);
    const from = cursor === null ? null : cursors.decode(cursor);
    const wanted = kinds ?? statementKind.options;
    const { lines, accruedNano } = await findLines(this.database.read, memberId, wanted, from);
    const page = cutPage(lines, ({ next }) => cursors.encode(next));
    if (kinds !== null || page.nextCursor !== null) return page;
    return { ...page, items: [...page.items, accruedLine(accruedNano)] };
  }
}

/** What makes the lines of all pages sum to the balance that the member had when the first was read. */
function accruedLine(amountNano: bigint): StatementLine {
  const createdAt = new Date().toISOString();
  const about = { postId: null, counterpartyId: null, signature: null };
  return { id: null, kind: 'accrued', amountNano, createdAt, ...about };
}
