import {
  countArgument,
  readCliArguments,
  textArgument,
  UserFacingError,
} from '@likewell/service-kit/process/cli-arguments';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { OperatorServices } from './operator-services.js';
import { readAccounts, type Accounts } from './read-accounts.js';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const SHOWN_LINES = 100;
const SHOWN_CHARACTERS = 60;

const importArguments = z.object({
  id: countArgument('id', Number.MAX_SAFE_INTEGER),
  file: textArgument('file', 4096),
  column: textArgument('column', 200).optional(),
});

/**
 * Adds the social accounts of a CSV `file` to the giveaway `id`, unless its snapshot is due. They are taken
 * from the `column` with this name or number, or else from the one with a known name, or else from the only
 * one.
 * @throws UserFacingError
 */
export async function importEntries(
  given: readonly string[],
  folder: string,
  { entries }: Pick<OperatorServices, 'entries'>,
): Promise<string> {
  const { id, file, column } = readCliArguments(importArguments, given);
  const accounts = await readBounded(resolve(folder, file), column);
  return report(accounts, await entries.import(id, accounts.entries));
}

function report({ entries, repeated, badLines }: Accounts, added: number): string {
  const lines = [
    `${added} entries added; ${entries.length - added} were there already, ${repeated} lines repeat another one, ` +
      `${badLines.length} are bad.`,
    // Shows an operator a heading that was taken for an account, or an account for a heading.
    ...entries.slice(0, 1).map((entry) => `The first one of the file is ${JSON.stringify(entry)}.`),
    ...badLines
      .slice(0, SHOWN_LINES)
      .map(({ line, text }) => `  line ${line}: ${JSON.stringify(text.slice(0, SHOWN_CHARACTERS))}`),
  ];
  if (badLines.length > SHOWN_LINES) lines.push(`  and ${badLines.length - SHOWN_LINES} more`);
  return lines.join('\n');
}

async function readBounded(file: string, column: string | undefined): Promise<Accounts> {
  try {
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES) throw new UserFacingError('The file is larger than 64 MB; split it.');
    return await readAccounts(createReadStream(file), column);
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    throw new UserFacingError(`The file cannot be read: ${(error as Error).message}`);
  }
}
