import type { LikeToken } from '../solana/like-token.js';

/** A token account of LIKE that is ours. */
export interface OwnAccount extends LikeToken {
  /** The associated token account of `owner`. */
  readonly account: string;
  readonly owner: string;
}

/** The token accounts of ours by which a chain transaction is judged; each by its address, with the wallet that owns it. */
export interface OwnAccounts {
  /** Grows with every change; a verdict of `nothing` stands only as long as its version does. */
  readonly version: number;
  /** What these gain is deposited. */
  readonly receiving: ReadonlyMap<string, string>;
  /** Closed ones and cold storage: nothing is deposited here, and what comes from here is nobody's deposit. */
  readonly apart: ReadonlyMap<string, string>;
}
