import type { StoredWrite } from './account-state.js';
import type { LoadedAddresses } from './parse-transaction.js';
import type { Outcome } from './runtime.js';

/** A token balance of one account of a transaction, as JSON-RPC writes it. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: { amount: string; decimals: number; uiAmount: number; uiAmountString: string };
}

/** What an account list held before or after a transaction. */
export interface Balances {
  readonly lamports: readonly number[];
  readonly tokens: readonly TokenBalance[];
}

/** A chain transaction that landed, whole: what it was, what it did, and what it left behind. */
export interface TransactionRecord extends Outcome {
  readonly type: 'transaction';
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  /** In base64. */
  readonly raw: string;
  /** Its own accounts, then the loaded ones. */
  readonly keys: readonly string[];
  readonly loaded: LoadedAddresses;
  readonly memo: string | null;
  readonly fee: number;
  readonly before: Balances;
  readonly after: Balances;
  readonly writes: readonly StoredWrite[];
}
