// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCheckout } from '../../stack/app/prepare-checkout.mjs';
import { requireNode } from '../../stack/machine/node-version.mjs';
import { step } from '../../stack/machine/progress.mjs';
import { installSystemPackages } from '../../stack/machine/system-packages.mjs';
import { takeLock } from '../../stack/state/lock.mjs';
import { CHECKOUT, claimFolder, thisCheckoutFolder } from '../../stack/state/stack-folder.mjs';

/**
 * Installs and builds what a run of tests needs; there is one at a time in a checkout.
 * @param {string} what the calling command, shown to another one that has to wait
 * @param {import('../../stack/machine/system-packages.mjs').PackageName[]} packages
 * @returns {Promise<string>} an empty folder for its reports
 */
export async function prepareRun(what, packages) {
  requireNode();
  const state = thisCheckoutFolder();
  claimFolder(state);
  await takeLock(join(state, 'test.lock'), what);
  await step('system packages', () => installSystemPackages(packages));
  await prepareCheckout(CHECKOUT, state, what);
  const reports = join(state, 'test-reports');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);
  return reports;
}
