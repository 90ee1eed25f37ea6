// @ts-check
import { join } from 'node:path';
import { installNpmPackages } from '../machine/npm-packages.mjs';
import { step } from '../machine/progress.mjs';
import { takeLock } from '../state/lock.mjs';
import { build } from './build.mjs';

/**
 * Installs npm packages and builds. The results belong to the checkout, which several stacks share, so this
 * runs one at a time.
 * @param {string} checkout
 * @param {string} checkoutState
 * @param {string} what the calling command, shown to another one that has to wait
 */
export async function prepareCheckout(checkout, checkoutState, what) {
  const release = await takeLock(join(checkoutState, 'checkout.lock'), what);
  try {
    await step('npm packages', () => installNpmPackages(checkout));
    await step('build', () => build(checkout, checkoutState));
  } finally {
    release();
  }
}
