import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { CsvError, parse } from 'csv-parse';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { normaliseAccount } from '../entries/account.js';
import { findColumn, rejectSeveralColumns, type AccountColumn } from './account-column.js';

/** As many as a command holds in memory at once; a longer file comes in parts. */
const MAX_LINES = 200_000;
const MAX_LINE_BYTES = 65_536;

const CSV = {
  bom: true,
  trim: true,
  delimiter: [',', ';', '\t'],
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: MAX_LINE_BYTES,
  info: true,
};

/** What a file of social accounts holds. */
export interface Accounts {
  /** Normalised, each once. */
  readonly entries: readonly string[];
  /** How many lines repeat an account of this file. */
  readonly repeated: number;
  /** Lines whose account none can be called, by their numbers in the file. */
  readonly badLines: readonly { readonly line: number; readonly text: string }[];
}

/** A line of CSV, and how many lines were read until its end. */
interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV as it comes in, divided by commas, semicolons or tabs: the column that is asked for, or the one of a known name, or
 * the only one. Empty lines count for nothing, and an e-mail address is no account.
 * @throws UserFacingError for a file that is too long or no CSV, or of which nobody knows what is an account there
 */
export async function readAccounts(csv: Readable, asked?: string): Promise<Accounts> {
  try {
    return await pipeline(csv, parse(CSV), (rows: AsyncIterable<Row>) => collectAccounts(rows, asked));
  } catch (error) {
    if (error instanceof CsvError) throw new UserFacingError(`The file is no CSV: ${error.message}.`);
    throw error;
  }
}

async function collectAccounts(rows: AsyncIterable<Row>, asked: string | undefined): Promise<Accounts> {
  const entries = new Set<string>();
  const badLines = [];
  let repeated = 0;
  let read = 0;
  let column: AccountColumn | null = null;
  for await (const { record, info } of rows) {
    read += 1;
    if (read > MAX_LINES)
      throw new UserFacingError(`The file has more than ${MAX_LINES.toLocaleString('en')} lines; split it.`);
    if (column === null) {
      column = findColumn(record, asked);
      if (column.isNamed) continue;
    }
    if (column.isAssumed) rejectSeveralColumns(info.lines, record);
    const text = record[column.index] ?? '';
    const entry = normaliseAccount(text);
    if (entry === null || isEmail(text, entry)) badLines.push({ line: info.lines, text });
    else if (entries.has(entry)) repeated += 1;
    else entries.add(entry);
  }
  return { entries: [...entries], repeated, badLines };
}

/** An account of Mastodon's looks like one but for the @ before it. */
const isEmail = (text: string, entry: string) =>
  /^[^@]+@[^@]+\.[^@]+$/.test(entry) && !text.trimStart().startsWith('@');
