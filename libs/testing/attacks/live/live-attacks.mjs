// @ts-check
import { ACCOUNTS } from './accounts.mjs';
import { BUS } from './bus.mjs';
import { CACHE } from './cache.mjs';
import { DATABASE } from './database.mjs';
import { DEPOSITS } from './deposits.mjs';
import { GUESSES } from './guesses.mjs';
import { MONEY } from './money.mjs';
import { IMPOSTORS } from './names.mjs';
import { OWNERSHIP } from './ownership.mjs';
import { PATHS } from './paths.mjs';
import { SESSIONS } from './sessions.mjs';
import { SIGN_IN } from './sign-in.mjs';
import { SIZES } from './sizes.mjs';
import { SMUGGLING } from './smuggling.mjs';
import { TRACES } from './traces.mjs';

const GROUPS = {
  ...{ sessions: SESSIONS, paths: PATHS, smuggling: SMUGGLING, money: MONEY, deposits: DEPOSITS },
  ...{ ownership: OWNERSHIP, guesses: GUESSES, names: IMPOSTORS, 'sign-in': SIGN_IN, sizes: SIZES },
  ...{ accounts: ACCOUNTS, bus: BUS, cache: CACHE, database: DATABASE, traces: TRACES },
};

/**
 * All attacks on the running stack, in their order, by a name such as "money: amounts that are none".
 * @type {import('./attack.mjs').LiveAttacks}
 */
export const LIVE_ATTACKS = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, attacks]) =>
    Object.entries(attacks).map(([name, attack]) => [`${group}: ${name}`, attack]),
  ),
);
