import type { StoredWrite } from './account-state.js';
import type { LoadedAddresses } from './parse-transaction.js';
import type { Outcome } from './runtime.js';

/** A token balance of one account of a transaction, in the format of JSON-RPC. */
export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly programId: string;
  readonly uiTokenAmount: { amount: string; decimals: number; uiAmount: number; uiAmountString: string };
}

/** Balances of an account list before or after a transaction. */
export interface Balances {
  readonly lamports: readonly number[];
  readonly tokens: readonly TokenBalance[];
}

/** Full record of a chain transaction that landed: its content and its effects. */
export interface TransactionRecord extends Outcome {
  readonly type: 'transaction';
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  /** The transaction as sent, in base64. */
  readonly raw: string;
  /** Addresses of its own accounts, then of the loaded ones. */
  readonly keys: readonly string[];
  readonly loaded: LoadedAddresses;
  readonly memo: string | null;
  readonly fee: number;
  readonly before: Balances;
  readonly after: Balances;
  readonly writes: readonly StoredWrite[];
}
