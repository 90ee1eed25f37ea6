import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { CsvError, parse } from 'csv-parse';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { normaliseAccount } from '../entries/account.js';
import { findColumn, rejectSeveralColumns, type AccountColumn } from './account-column.js';

/** The most lines that a command holds in memory at once; a longer file has to be split. */
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

/** The content of a file of social accounts. */
export interface Accounts {
  /** Normalised accounts, without duplicates. */
  readonly entries: readonly string[];
  /** Number of lines that repeat an account of this file. */
  readonly repeated: number;
  /** Lines whose text cannot be an account, with their numbers in the file. */
  readonly badLines: readonly { readonly line: number; readonly text: string }[];
}

/** A line of CSV, and the number of lines read up to its end. */
interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV as a stream, separated by commas, semicolons or tabs. The accounts are in the column that `asked`
 * names, or else in the one with a known name, or else in the only one. Empty lines are ignored, and an
 * e-mail address is not an account.
 * @throws UserFacingError for a file that is too long or not CSV, or whose account column is unclear
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
    const isFirst = column === null;
    column ??= findColumn(record, asked);
    if (column.isAssumed) rejectSeveralColumns(info.lines, record);
    if (isFirst && column.isNamed) continue;
    const text = record[column.index] ?? '';
    const entry = normaliseAccount(text);
    if (entry === null || isEmail(text, entry)) badLines.push({ line: info.lines, text });
    else if (entries.has(entry)) repeated += 1;
    else entries.add(entry);
  }
  return { entries: [...entries], repeated, badLines };
}

/** True for an e-mail address. A Mastodon account looks the same except for its leading @. */
const isEmail = (text: string, entry: string) =>
  /^[^@]+@[^@]+\.[^@]+$/.test(entry) && !text.trimStart().startsWith('@');
