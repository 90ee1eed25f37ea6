import { readConfig } from '@likewell/service-kit/config/config';
import { runTask } from '@likewell/service-kit/process/run-task';
import type { Database } from '@likewell/service-kit/database/database';
import { watcherConfig, type WatcherConfig } from '../config.js';

/** A command about our accounts; it returns the text to print. @throws UserFacingError */
export type AccountCommand = (
  database: Database,
  words: readonly string[],
  config: WatcherConfig,
) => Promise<string>;

/** Runs an operator's command about our accounts, as its process. */
export const runAccountCommand = (name: string, command: AccountCommand): Promise<void> =>
  runTask(name, (database, given) => command(database, given, readConfig(watcherConfig, process.env)));
