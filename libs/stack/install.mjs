// @ts-check
import { join } from 'node:path';
import { runCommand } from './machine/command.mjs';
import { requireNode } from './machine/node-version.mjs';
import { installNpmPackages } from './machine/npm-packages.mjs';
import { step } from './machine/progress.mjs';
import { takeLock } from './state/lock.mjs';
import { CHECKOUT, claimFolder, thisCheckoutFolder } from './state/stack-folder.mjs';

await runCommand(async () => {
  requireNode();
  claimFolder(thisCheckoutFolder());
  await takeLock(join(thisCheckoutFolder(), 'checkout.lock'), 'make install');
  await step('npm packages', () => installNpmPackages(CHECKOUT));
});
