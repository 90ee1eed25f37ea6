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

/** The folder to which relative file names refer. */
const folder = process.env.CALLED_FROM ?? process.cwd();

type Command = (given: readonly string[], services: OperatorServices) => Promise<string>;

/** The operator commands, by the argument `do`. */
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
  (database, given) => {
    const command: Command = COMMANDS[readCliArguments(commandArguments, given).do];
    const services = operatorServices(database, readConfig(giveawayConfig, process.env));
    return command(given, services);
  },
  { entities },
);
