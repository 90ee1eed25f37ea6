import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { PLATFORM_NAMES } from '../entries/account.js';

const PLATFORM = `(?:social|${PLATFORM_NAMES})`;
/** Header names of the column that is taken by default: `account`, `X username`, `Twitter handle`. */
const KNOWN = new RegExp(`^(?:${PLATFORM}[ _-]*)?(?:account|handle|user[ _-]?name|user|profile)s?$`, 'i');
/**
 * Other words that head a column: `Telegram`, `Nick`, `Discord ID`. They select no column, but are no account
 * in the first line of one.
 */
const HEADING = new RegExp(
  `^(?:${PLATFORM}[ _-]+)?(?:name|nick|nick[ _-]?name|login|id|link|url|member|participant|contestant|entrant|` +
    `entr(?:y|ie)|winner)s?$|^${PLATFORM}$|^e-?mails?$`,
  'i',
);

const SHOWN_COLUMNS = 20;
const SHOWN_CHARACTERS = 40;

/** The column of a CSV file that contains the accounts. */
export interface AccountColumn {
  readonly index: number;
  /** True when the first line contains names and no account. */
  readonly isNamed: boolean;
  /** True when nothing identifies this as the column; then no other column may contain anything. */
  readonly isAssumed: boolean;
}

/**
 * Finds the column with the given name or number, or else the one with a known name.
 * @throws UserFacingError when there is no such column, or several: an entry is published, and cannot be
 * taken back
 */
export function findColumn(firstLine: readonly string[], asked: string | undefined): AccountColumn {
  const isNamed = (index: number) =>
    firstLine.some((name) => KNOWN.test(name)) || HEADING.test(firstLine[index] ?? '');
  if (asked === undefined) {
    const known = onlyIndex(firstLine, (name) => KNOWN.test(name));
    const index = known ?? 0;
    return { index, isNamed: isNamed(index), isAssumed: known === null };
  }
  const named = onlyIndex(firstLine, (name) => name.toLowerCase() === asked.toLowerCase());
  if (named !== null) return { index: named, isNamed: true, isAssumed: false };
  const number = /^[1-9]\d*$/.test(asked) ? Number(asked) : 0;
  if (number >= 1 && number <= firstLine.length)
    return { index: number - 1, isNamed: isNamed(number - 1), isAssumed: false };
  throw new UserFacingError(
    `There is no column ${JSON.stringify(asked)}: the first line has ${listed(firstLine)}.`,
  );
}

/** Rejects a line with content outside its first column. @throws UserFacingError */
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
