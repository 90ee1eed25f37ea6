import type { Position } from './ledger-log.js';
import type { TransactionError } from './transaction-error.js';
import type { TransactionRecord } from './transaction-record.js';

/** What is kept in memory of a chain transaction; the rest is in the ledger. */
export interface HistoryEntry {
  readonly signature: string;
  /** Its place among all transactions, from 0. */
  readonly index: number;
  readonly slot: number;
  readonly blockTime: number;
  readonly err: TransactionError | null;
  readonly memo: string | null;
  readonly position: Position;
}

/** Which transactions there were, by signature and by address. */
export class History {
  /** The oldest first. */
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

  /** The transactions that name an address, the oldest first. */
  of(address: string): readonly HistoryEntry[] {
    return this.byAddress.get(address) ?? [];
  }
}
