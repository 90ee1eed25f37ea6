// @ts-check
import { join } from 'node:path';
import { installNpmPackages } from '../machine/npm-packages.mjs';
import { step } from '../machine/progress.mjs';
import { takeLock } from '../state/lock.mjs';
import { build } from './build.mjs';

/**
 * npm packages and the build. They belong to the checkout, which several stacks share: one at a time.
 * @param {string} checkout
 * @param {string} checkoutState
 * @param {string} what the command that asks, for whoever has to wait for it
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
