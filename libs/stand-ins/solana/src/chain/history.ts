import type { Position } from './ledger-log.js';
import type { TransactionError } from './transaction-error.js';
import type { TransactionRecord } from './transaction-record.js';

/** The part of a chain transaction that is kept in memory; the rest is in the ledger. */
export interface HistoryEntry {
  readonly signature: string;
  /** Position among all transactions, from 0. */
  readonly index: number;
  readonly slot: number;
  readonly blockTime: number;
  readonly err: TransactionError | null;
  readonly memo: string | null;
  readonly position: Position;
}

/** Index of the transactions, by signature and by address. */
export class History {
  /** All transactions, oldest first. */
  readonly all: HistoryEntry[] = [];
  private readonly bySignature = new Map<string, HistoryEntry>();
  private readonly byAddress = new Map<string, HistoryEntry[]>();

  add({ signature, slot, blockTime, err, memo, keys }: TransactionRecord, position: Position): HistoryEntry {
    const entry = { signature, index: this.all.length, slot, blockTime, err, memo, position };
    this.all.push(entry);
    this.bySignature.set(signature, entry);
    for (const address of keys) {
      const list = this.byAddress.get(address);
      if (list) list.push(entry);
      else this.byAddress.set(address, [entry]);
    }
    return entry;
  }

  get(signature: string): HistoryEntry | undefined {
    return this.bySignature.get(signature);
  }

  /** Returns the transactions that name an address, oldest first. */
  of(address: string): readonly HistoryEntry[] {
    return this.byAddress.get(address) ?? [];
  }
}
