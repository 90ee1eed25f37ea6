import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { PLATFORM_NAMES } from '../entries/account.js';

/** Names of the column to take, where a file has a first line of names: `account`, `X username`, `Twitter handle`. */
const KNOWN = new RegExp(
  `^(?:(?:social|${PLATFORM_NAMES})[ _-]*)?(?:account|handle|user[ _-]?name|user|profile)s?$`,
  'i',
);

const SHOWN_COLUMNS = 20;
const SHOWN_CHARACTERS = 40;

/** The column of a CSV file that holds the accounts. */
export interface AccountColumn {
  readonly index: number;
  /** The first line has names, and no account. */
  readonly isNamed: boolean;
  /** Nothing says that this is the column, so no other one may hold anything. */
  readonly isAssumed: boolean;
}

/**
 * Finds the column that is asked for by its name or number, or the one of a known name. @throws UserFacingError where
 * there is no such column, or several: an entry is published, and cannot be taken back
 */
export function findColumn(firstLine: readonly string[], asked: string | undefined): AccountColumn {
  const isNamed = firstLine.some((name) => KNOWN.test(name));
  if (asked === undefined) {
    const index = onlyIndex(firstLine, (name) => KNOWN.test(name));
    return { index: index ?? 0, isNamed, isAssumed: index === null };
  }
  const named = onlyIndex(firstLine, (name) => name.toLowerCase() === asked.toLowerCase());
  if (named !== null) return { index: named, isNamed: true, isAssumed: false };
  const number = /^[1-9]\d*$/.test(asked) ? Number(asked) : 0;
  if (number >= 1 && number <= firstLine.length) return { index: number - 1, isNamed, isAssumed: false };
  throw new UserFacingError(
    `There is no column ${JSON.stringify(asked)}: the first line has ${listed(firstLine)}.`,
  );
}

/** @throws UserFacingError for a line that holds anything beside its first column */
export function rejectSeveralColumns(line: number, record: readonly string[]): void {
  if (record.findLastIndex((text) => text !== '') > 0)
    throw new UserFacingError(
      `Line ${line} has several columns, and nothing says which one holds accounts: ${listed(record)}. ` +
        'Say column=NAME, or column=NUMBER where the first line has no names.',
    );
}

function onlyIndex(names: readonly string[], matches: (name: string) => boolean): number | null {
  const [index, ...others] = names.flatMap((name, at) => (matches(name) ? [at] : []));
  if (others.length > 0)
    throw new UserFacingError(
      `Several columns may hold the accounts: ${listed(names.filter(matches))}. Say column=NAME or column=NUMBER.`,
    );
  return index ?? null;
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_COLUMNS).map((name) => JSON.stringify(name.slice(0, SHOWN_CHARACTERS)));
  return [...shown, ...(names.length > SHOWN_COLUMNS ? ['…'] : [])].join(', ');
}
