import { readConfig } from '@likewell/service-kit/config/config';
import { runTask } from '@likewell/service-kit/process/run-task';
import type { Database } from '@likewell/service-kit/database/database';
import { watcherConfig, type WatcherConfig } from '../config.js';

/** What a command about our accounts does: it answers what is to be printed. @throws UserFacingError */
export type AccountCommand = (
  database: Database,
  words: readonly string[],
  config: WatcherConfig,
) => Promise<string>;

/** The whole command of an operator about our accounts: its words come from the command line. */
export async function runAccountCommand(name: string, command: AccountCommand): Promise<void> {
  await runTask(name, async (database) => {
    const said = await command(database, process.argv.slice(2), readConfig(watcherConfig, process.env));
    process.stdout.write(`${said}\n`);
    return 0;
  });
}
