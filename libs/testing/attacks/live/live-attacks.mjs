// @ts-check
import { ACCOUNTS } from './accounts.mjs';
import { BUS } from './bus.mjs';
import { GUESSES } from './guesses.mjs';
import { MONEY } from './money.mjs';
import { OWNERSHIP } from './ownership.mjs';
import { PATHS } from './paths.mjs';
import { SESSIONS } from './sessions.mjs';
import { SIGN_IN } from './sign-in.mjs';
import { SIZES } from './sizes.mjs';
import { SMUGGLING } from './smuggling.mjs';
import { TRACES } from './traces.mjs';

/**
 * All attacks on the running stack by their names, in their order: the last ones look at the traces of all
 * others.
 */
export const LIVE_ATTACKS = [
  ...[SESSIONS, PATHS, SMUGGLING, MONEY, OWNERSHIP, GUESSES],
  ...[SIGN_IN, SIZES, ACCOUNTS, BUS, TRACES],
].flatMap((attacks) => Object.entries(attacks));
