import type { Database } from '@likewell/service-kit/database/database';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { showTime } from '../domain/calendar.js';
import type { Clock } from '../storage/clock.js';
import { insertEntries, lockForImport } from '../storage/entries.js';
import { type Accounts, readAccounts } from './read-accounts.js';
import { OperatorError, type Words } from './words.js';

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const SHOWN_LINES = 100;
const SHOWN_CHARACTERS = 60;

/** Adds the social accounts of a CSV `file` to the giveaway `id`, unless its snapshot is due. */
export async function importEntries(
  words: Words,
  folder: string,
  database: Database,
  clock: Clock,
): Promise<string> {
  const giveawayId = words.count('id', Number.MAX_SAFE_INTEGER);
  const accounts = readAccounts(await readBounded(resolve(folder, words.text('file', 4096))));
  const added = await database.transaction(async (tx) => {
    const snapshotAt = await lockForImport(tx, giveawayId);
    if (snapshotAt === null) throw new OperatorError(`There is no giveaway ${giveawayId}.`);
    // Asked for once the lock is held, since the snapshot waits for that too.
    if ((await clock.now(tx)) >= snapshotAt)
      throw new OperatorError(
        `Giveaway ${giveawayId} takes no more entries: its snapshot was due ${showTime(snapshotAt)}.`,
      );
    return insertEntries(tx, giveawayId, accounts.entries);
  });
  return report(accounts, added);
}

function report({ entries, repeated, badLines }: Accounts, added: number): string {
  const lines = [
    `${added} entries added; ${entries.length - added} were there already, ${repeated} lines repeat another one, ` +
      `${badLines.length} are bad.`,
    ...badLines
      .slice(0, SHOWN_LINES)
      .map(({ line, text }) => `  line ${line}: ${JSON.stringify(text.slice(0, SHOWN_CHARACTERS))}`),
  ];
  if (badLines.length > SHOWN_LINES) lines.push(`  and ${badLines.length - SHOWN_LINES} more`);
  return lines.join('\n');
}

async function readBounded(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES) throw new OperatorError('The file is larger than 64 MB; split it.');
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The file cannot be read: ${(error as Error).message}`);
  }
}
