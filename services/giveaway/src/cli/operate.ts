import { readConfig } from '@likewell/service-kit/config/config';
import { readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import { runTask } from '@likewell/service-kit/process/run-task';
import { z } from 'zod';
import { giveawayConfig } from '../config.js';
import { entities } from '../entities.js';
import { createGiveaway } from './create-giveaway.js';
import { fillDemo } from './fill-demo.js';
import { importEntries } from './import-entries.js';
import { listGiveaways } from './list-giveaways.js';
import { operatorServices, type OperatorServices } from './operator-services.js';

/** From where files are named. */
const folder = process.env.CALLED_FROM ?? process.cwd();

type Command = (given: readonly string[], services: OperatorServices) => Promise<string>;

/** What an operator can have done, by the argument `do`. */
const COMMANDS = {
  create: createGiveaway,
  import: (given, services) => importEntries(given, folder, services),
  list: (_, services) => listGiveaways(services),
  demo: (_, services) => fillDemo(services),
} satisfies Record<string, Command>;

const names = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[];
const commandArguments = z.object({ do: z.enum(names, `Say what to do: do=${names.join(', do=')}.`) });

await runTask(
  'giveaway-operate',
  async (database) => {
    const given = process.argv.slice(2);
    const command: Command = COMMANDS[readCliArguments(commandArguments, given).do];
    const services = operatorServices(database, readConfig(giveawayConfig, process.env));
    process.stdout.write(`${await command(given, services)}\n`);
    return 0;
  },
  entities,
);
