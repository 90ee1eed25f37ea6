import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { SITE_FACTOR } from '@likewell/contracts/core/network-hash';
import type { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { LedgerLock } from '../ledger-lock/ledger-lock.js';
import type { LedgerConfig } from '../config.js';
import {
  findBalance,
  OPEN_ACCOUNT,
  openAccountIn,
  releaseHeldBonuses,
  type OpenAccountValues,
} from './accounts.queries.js';

const openedRow = z.object({ balance: int8Nano });
const paidRow = z.object({ members: z.array(int8Id), paid: z.int() });

/** The member whose account to open, their referrer and the keyed hashes of their networks. */
type Newcomer = RpcInput<typeof openAccount>;

/** Members' accounts, and the bonus that each starts with. Amounts are nano-LIKE. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly lock: LedgerLock,
    @Inject(CONFIG) private readonly config: LedgerConfig,
  ) {}

  /** Opens a member's account, once, with its bonus as far as the daily budgets allow. Returns the balance. */
  async open(newcomer: Newcomer): Promise<bigint> {
    const call = `${OPEN_ACCOUNT} AS balance`;
    const { balance } = await this.lock.rowOf('open-account', openedRow, call, this.valuesOf(newcomer));
    return balance;
  }

  /** Runs {@link open} as the last statement of its caller's transaction. */
  openWithin(tx: Tx, newcomer: Newcomer): Promise<void> {
    return openAccountIn(tx, this.valuesOf(newcomer));
  }

  /** Turns the next bonuses that were held back until today into owed ones; returns false when there are none left. */
  async releaseHeldBonuses(): Promise<boolean> {
    return (await this.database.transaction(releaseHeldBonuses)) > 0;
  }

  private valuesOf({ memberId, referrerId, network, site }: Newcomer): OpenAccountValues {
    const { BONUSES_PER_NETWORK: perNetwork, BONUSES_A_DAY: inAll } = this.config;
    const perSite = SITE_FACTOR * perNetwork;
    return [memberId, referrerId, network ?? null, perNetwork, inAll, site ?? null, perSite];
  }

  /** Returns a member's balance with all that epochs have added, and when a held bonus falls due. */
  balanceOf(memberId: number) {
    return findBalance(this.database.read, memberId);
  }

  /**
   * Pays the next few bonuses that are owed to members after this one, oldest members first, as far as the
   * treasury covers them. Returns the last of those members, or null when not all of them were paid or
   * nothing more is owed.
   */
  async payOwedBonuses(after: number): Promise<number | null> {
    const call = 'next_owed_bonuses($1) AS members, pay_owed_bonuses(members) AS paid';
    const { members, paid } = await this.lock.rowOf('pay-owed-bonuses', paidRow, call, [after]);
    return paid === members.length ? (members.at(-1) ?? null) : null;
  }
}
