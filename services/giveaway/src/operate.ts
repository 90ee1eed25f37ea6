import { readConfig } from '@likewell/service-kit/boot/config';
import { runTask } from '@likewell/service-kit/boot/run-task';
import type { Database } from '@likewell/service-kit/database/database';
import { giveawayConfig } from './config.js';
import { createGiveaway } from './operator/create-giveaway.js';
import { fillDemo } from './operator/fill-demo.js';
import { importEntries } from './operator/import-entries.js';
import { listGiveaways } from './operator/list-giveaways.js';
import { OperatorError, Words } from './operator/words.js';
import { Clock } from './storage/clock.js';

const clock = new Clock();
/** From where files are named. */
const folder = process.env.CALLED_FROM ?? process.cwd();

/** What an operator can have done, by the word `do`. */
const COMMANDS: Record<string, (words: Words, database: Database) => Promise<string>> = {
  create: (words, database) => createGiveaway(words, database, clock),
  import: (words, database) => importEntries(words, folder, database, clock),
  list: (_, database) => listGiveaways(database, clock),
  demo: (_, database) => fillDemo(readConfig(giveawayConfig, process.env), database, clock),
};

await runTask('giveaway-operate', async (database) => {
  try {
    const words = new Words(process.argv.slice(2));
    const command = COMMANDS[words.optional('do') ?? ''];
    if (!command) throw new OperatorError(`Say what to do: do=${Object.keys(COMMANDS).join(', do=')}.`);
    process.stdout.write(`${await command(words, database)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
});
