import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { LedgerLock } from '../ledger-lock/ledger-lock.js';
import { findBalance, openAccountIn } from './accounts.queries.js';

const openedRow = z.object({ balance: int8Nano });
const paidRow = z.object({ members: z.array(int8Id), paid: z.int() });

/** Members' accounts, and the bonus that each begins with. Amounts are nano-LIKE. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly lock: LedgerLock,
  ) {}

  /** Opens a member's account with its bonus, once. Answers the balance. */
  async open(memberId: number, referrerId: number | null): Promise<bigint> {
    const call = 'open_account($1, $2) AS balance';
    const { balance } = await this.lock.rowOf('open-account', openedRow, call, [memberId, referrerId]);
    return balance;
  }

  /** {@link open} as the last thing that its caller's transaction does. */
  openWithin(tx: Tx, memberId: number, referrerId: number | null): Promise<void> {
    return openAccountIn(tx, memberId, referrerId);
  }

  /** A member's balance with all that epochs have added; 0 without an account. */
  balanceOf(memberId: number): Promise<bigint> {
    return findBalance(this.database.read, memberId);
  }

  /**
   * Pays the next few bonuses that are owed to members after this one, oldest members first, as far as the treasury
   * reaches. Answers the last of those members, or null when not all of them were paid or nothing more is owed.
   */
  async payOwedBonuses(after: number): Promise<number | null> {
    const call = 'next_owed_bonuses($1) AS members, pay_owed_bonuses(members) AS paid';
    const { members, paid } = await this.lock.rowOf('pay-owed-bonuses', paidRow, call, [after]);
    return paid === members.length ? (members.at(-1) ?? null) : null;
  }
}
