import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredWrite } from './account-state.js';
import type { TransactionRecord } from './transaction-record.js';

/** A line of the ledger. */
export type LedgerEntry =
  /** First line: the seed of the blockhashes. */
  | { readonly type: 'ledger'; readonly version: 1; readonly seed: string }
  /** From here on slots last `slotMs`, and `slot` began at `atMs`. */
  | { readonly type: 'clock'; readonly slot: number; readonly atMs: number; readonly slotMs: number }
  /** Accounts that no transaction made. */
  | { readonly type: 'accounts'; readonly writes: readonly StoredWrite[] }
  | TransactionRecord;

/** Position of a line in the file. */
export interface Position {
  readonly offset: number;
  readonly bytes: number;
}

const CHUNK_BYTES = 1024 * 1024;
const NEW_LINE = 0x0a;

/**
 * The ledger: an append-only file with a line of JSON for each event, written before the event is reported to
 * anyone. A killed process loses nothing that it acknowledged; an incomplete last line was never acknowledged
 * and is cut off.
 */
export class LedgerLog {
  private readonly file: number;
  private end = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.file = openSync(join(folder, 'ledger.jsonl'), 'a+', 0o600);
  }

  /** Reads every complete line in order; call it once, before the first append. */
  *load(): Generator<[LedgerEntry, Position]> {
    for (const [line, position] of this.lines()) {
      yield [parse(line, position.offset), position];
      this.end = position.offset + position.bytes + 1;
    }
    ftruncateSync(this.file, this.end);
  }

  append(entry: LedgerEntry): Position {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    const offset = this.end;
    for (let written = 0; written < line.length;)
      written += writeSync(this.file, line, written, line.length - written);
    this.end += line.length;
    return { offset, bytes: line.length - 1 };
  }

  read({ offset, bytes }: Position): LedgerEntry {
    const line = Buffer.alloc(bytes);
    readSync(this.file, line, 0, bytes, offset);
    return parse(line, offset);
  }

  close(): void {
    closeSync(this.file);
  }

  private *lines(): Generator<[Buffer, Position]> {
    const { size } = fstatSync(this.file);
    let rest: Buffer = Buffer.alloc(0);
    let offset = 0;
    for (let at = 0; at < size;) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
      at += readSync(this.file, chunk, 0, chunk.length, at);
      const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let from = 0;
      for (let to = text.indexOf(NEW_LINE); to >= 0; to = text.indexOf(NEW_LINE, from)) {
        yield [text.subarray(from, to), { offset, bytes: to - from }];
        offset += to - from + 1;
        from = to + 1;
      }
      rest = text.subarray(from);
    }
  }
}

function parse(line: Buffer, offset: number): LedgerEntry {
  try {
    return JSON.parse(line.toString('utf8')) as LedgerEntry;
  } catch {
    throw new Error(`The ledger is damaged at byte ${offset}; 'make reset' starts a new one.`);
  }
}
