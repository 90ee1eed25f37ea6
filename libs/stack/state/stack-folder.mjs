// @ts-check
import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserFacingError } from '../machine/user-facing-error.mjs';

/** The checkout this launcher belongs to. */
export const CHECKOUT = realpathSync(fileURLToPath(new URL('../../../', import.meta.url)));

/**
 * Returns the folder of all stacks of one checkout. Data is stored outside the checkout, because Postgres's
 * and nginx's users must reach it and a checkout may be in a private home folder.
 * @param {{ checkout: string, env: NodeJS.ProcessEnv, home: string, root: boolean }} from
 * @returns {string}
 */
export function checkoutFolder({ checkout, env, home, root }) {
  const userState = join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'likewell');
  const base = env.LIKEWELL_STATE || (root ? '/var/lib/likewell' : userState);
  const hash = createHash('sha256').update(checkout).digest('hex').slice(0, 8);
  return join(base, `${basename(checkout)}-${hash}`);
}

/** @returns {string} */
export function thisCheckoutFolder() {
  return checkoutFolder({
    checkout: CHECKOUT,
    env: process.env,
    home: homedir(),
    root: process.getuid?.() === 0,
  });
}

/**
 * Creates the folder if it is missing, and rejects one that another user created: parts of it would be
 * inaccessible.
 * @param {string} folder
 */
export function claimFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UserFacingError(
      `The state folder ${folder} cannot be made: ${/** @type {Error} */ (error).message}`,
      ['Choose another place with LIKEWELL_STATE=/some/folder.'],
    );
  }
  const owner = statSync(folder).uid;
  const me = process.getuid?.();
  if (me === undefined || owner === me) return;
  throw new UserFacingError(`The state folder ${folder} was made by user id ${owner}, and you are ${me}.`, [
    'Run the command as that user, or choose another place with LIKEWELL_STATE=/some/folder.',
  ]);
}
