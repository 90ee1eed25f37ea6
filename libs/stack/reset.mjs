// @ts-check
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { runCommand } from './machine/command.mjs';
import { UserFacingError } from './machine/user-facing-error.mjs';
import { takeLock } from './state/lock.mjs';
import { openStack } from './state/stack.mjs';
import { wipe } from './state/wipe.mjs';

await runCommand(async () => {
  const stack = openStack();
  await confirm(stack);
  await takeLock(join(stack.state, 'lock'), `make reset${stack.label}`);
  await wipe(stack);
  console.log(`All data of ${stack.state} is gone; make up begins anew.`);
  if (stack.env.DATABASE_URL) console.log('The database behind DATABASE_URL was not touched.');
});

/**
 * Asks for a confirmation before data is deleted: YES=1, or an answer at the terminal.
 * @param {import('./state/stack.mjs').Stack} stack
 */
async function confirm(stack) {
  if (stack.env.YES === '1') return;
  if (!process.stdin.isTTY)
    throw new UserFacingError('This deletes all data; without a terminal to ask at, say YES=1.');
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const response = await prompt.question(`Delete all members, posts and tips in ${stack.state}? [y/N] `);
  prompt.close();
  if (!/^y(es)?$/i.test(response.trim())) throw new UserFacingError('Nothing was deleted.');
}
