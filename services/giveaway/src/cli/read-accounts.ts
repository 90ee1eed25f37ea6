import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { CsvError, parse } from 'csv-parse';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { normaliseAccount } from '../entries/account.js';
import { findColumn, rejectSeveralColumns, type AccountColumn } from './account-column.js';

/** The most lines that a command holds in memory at once; a longer file has to be split. */
const MAX_LINES = 200_000;
const MAX_LINE_BYTES = 65_536;

/** What may separate the columns of a file; of those that its first line has as many of, the first one does. */
const DELIMITERS = [',', ';', '\t'];

const CSV = {
  bom: true,
  trim: true,
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
  /** Lines whose text cannot be an account, or that do not say which text is one, with their numbers in the file. */
  readonly badLines: readonly { readonly line: number; readonly text: string }[];
}

/** A line of CSV, and the number of lines read up to its end. */
interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV as a stream, of which the first line tells whether commas, semicolons or tabs separate the columns.
 * The accounts are in the column that `asked` names, or else in the one with a known name, or else in the only
 * one. Empty lines are ignored; an e-mail address, and a line with more columns than the first, is bad.
 * @throws UserFacingError for a file that is too long or not CSV, or whose account column is unclear
 */
export async function readAccounts(csv: Readable, asked?: string): Promise<Accounts> {
  try {
    const head = await readHead(csv);
    // What a pipe holds cannot be opened again.
    const all = async function* () {
      yield head;
      yield* csv;
    };
    return await pipeline(
      all,
      parse({ ...CSV, delimiter: findDelimiter(head.toString()) }),
      (rows: AsyncIterable<Row>) => collectAccounts(rows, asked),
    );
  } catch (error) {
    if (error instanceof CsvError) throw new UserFacingError(`The file is no CSV: ${error.message}.`);
    throw error;
  }
}

/** Reads the beginning, with the first line, and leaves the rest. */
async function readHead(csv: Readable): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of csv.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk]);
    if (head.length > MAX_LINE_BYTES) break;
  }
  return head;
}

/** Returns the delimiter that the first line with a text has most of outside quotes. */
function findDelimiter(head: string): string {
  const unquoted = head.replace(/"[^"]*"/g, '');
  const [line = ''] = unquoted.replace(/^\s*[\r\n]/, '').split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

async function collectAccounts(rows: AsyncIterable<Row>, asked: string | undefined): Promise<Accounts> {
  const entries = new Set<string>();
  const badLines = [];
  let repeated = 0;
  let read = 0;
  let column: AccountColumn | null = null;
  let first: readonly string[] = [];
  for await (const { record, info } of rows) {
    read += 1;
    if (read > MAX_LINES)
      throw new UserFacingError(`The file has more than ${MAX_LINES.toLocaleString('en')} lines; split it.`);
    const isFirst = column === null;
    if (isFirst) first = record;
    column ??= findColumn(record, asked);
    if (column.isAssumed) rejectSeveralColumns(info.lines, record);
    if (isFirst && column.isNamed) continue;
    const isWider = hasMoreColumns(record, first);
    const text = isWider ? record.join(' | ') : (record[column.index] ?? '');
    const entry = isWider ? null : normaliseAccount(text);
    if (entry === null || isEmail(text, entry)) badLines.push({ line: info.lines, text });
    else if (entries.has(entry)) repeated += 1;
    else entries.add(entry);
  }
  return { entries: [...entries], repeated, badLines };
}

/**
 * True for a line with more columns than the first one: a separator inside a text without quotes has moved what
 * follows. Empty columns at the end of a line count too, unless the accounts are all that the file has.
 */
const hasMoreColumns = (record: readonly string[], first: readonly string[]) =>
  lastColumn(record) > lastColumn(first) || (first.length > 1 && record.length > first.length);

const lastColumn = (record: readonly string[]) => record.findLastIndex((text) => text !== '');

/** True for an e-mail address. A Mastodon account looks the same except for its leading @. */
const isEmail = (text: string, entry: string) =>
  /^[^@]+@[^@]+\.[^@]+$/.test(entry) && !text.trimStart().startsWith('@');
