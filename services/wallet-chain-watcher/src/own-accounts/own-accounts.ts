import type { LikeToken } from '../solana/like-token.js';

/** A token account of LIKE that is ours. */
export interface OwnAccount extends LikeToken {
  /** The associated token account of `owner`. */
  readonly account: string;
  readonly owner: string;
}

/** Our token accounts by which a chain transaction is judged; each by its address, with the wallet that owns it. */
export interface OwnAccounts {
  /** Version of the list, raised by every change. A verdict of `nothing` is valid only under its own version. */
  readonly version: number;
  /** Accounts whose gains are deposits. */
  readonly receiving: ReadonlyMap<string, string>;
  /**
   * Closed accounts and cold storage, removed or not. A gain here is no deposit, and what is sent from
   * here is nobody's deposit.
   */
  readonly apart: ReadonlyMap<string, string>;
}
