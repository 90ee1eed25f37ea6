import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { parse } from 'csv-parse/sync';
import { normaliseAccount } from '../entries/account.js';

/** Names of the column to take, where a file has a first line of names. */
const COLUMN = /^(social[ _-]?)?(account|handle|username|user|profile)s?$/i;

/** What a file of social accounts holds. */
export interface Accounts {
  /** Normalised, each once. */
  readonly entries: readonly string[];
  /** How many lines repeat an account of this file. */
  readonly repeated: number;
  /** Lines whose account none can be called, by their numbers in the file. */
  readonly badLines: readonly { readonly line: number; readonly text: string }[];
}

/**
 * Reads CSV: the column whose name says so, or the first one; divided by commas, semicolons or tabs. Empty lines
 * count for nothing. @throws UserFacingError for a file that is no CSV, since nobody knows what is an account there
 */
export function readAccounts(csv: string): Accounts {
  const rows = parseCsv(csv);
  const named = rows[0]?.record.findIndex((name) => COLUMN.test(name)) ?? -1;
  const column = Math.max(0, named);
  const entries = new Set<string>();
  const badLines = [];
  let repeated = 0;
  for (const { record, line } of named < 0 ? rows : rows.slice(1)) {
    const text = record[column] ?? '';
    const entry = normaliseAccount(text);
    if (entry === null) badLines.push({ line, text });
    else if (entries.has(entry)) repeated += 1;
    else entries.add(entry);
  }
  return { entries: [...entries], repeated, badLines };
}

function parseCsv(csv: string): { record: string[]; line: number }[] {
  try {
    const rows = parse(csv, {
      bom: true,
      trim: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    throw new UserFacingError(`The file is no CSV: ${(error as Error).message}.`);
  }
}
