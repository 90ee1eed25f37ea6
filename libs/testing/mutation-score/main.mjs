// Run by `make mutation-score`: mutates the rules of money and access in every small way, and counts how many
// mutants their unit tests detect.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareCheckout } from '../../stack/app/prepare-checkout.mjs';
import { runCommand } from '../../stack/machine/command.mjs';
import { installNpmPackages } from '../../stack/machine/npm-packages.mjs';
import { UserFacingError } from '../../stack/machine/user-facing-error.mjs';
import { step } from '../../stack/machine/progress.mjs';
import { CHECKOUT, claimFolder, thisCheckoutFolder } from '../../stack/state/stack-folder.mjs';
import { runStreaming } from '../run-all/run-streaming.mjs';
import { chosenRules } from './rules.mjs';
import { scoresOf } from './scores.mjs';

const LOWEST_PERCENT = 90;
const WITHIN_MS = 3 * 60 * 60_000;
const HERE = fileURLToPath(new URL('.', import.meta.url));

await runCommand(async () => {
  const state = thisCheckoutFolder();
  claimFolder(state);
  await prepareCheckout(CHECKOUT, state, 'make mutation-score');
  const packages = join(state, 'stryker');
  await step('Stryker', () => installStryker(packages));
  const report = join(packages, 'report.json');
  rmSync(report, { force: true });
  const modules = join(packages, 'node_modules/@stryker-mutator');
  const words = [join(modules, 'core/bin/stryker.js'), 'run', join(HERE, 'stryker.config.mjs')];
  await runStreaming([process.execPath, ...words], {
    cwd: CHECKOUT,
    env: {
      ...process.env,
      STRYKER_VITEST_RUNNER: join(modules, 'vitest-runner/dist/src/index.js'),
      STRYKER_FOLDER: join(packages, 'copies'),
      STRYKER_REPORT: report,
    },
    timeoutMs: WITHIN_MS,
  });
  if (!existsSync(report)) throw new UserFacingError('Stryker left no report; the reason is above.');
  const scores = scoresOf(JSON.parse(readFileSync(report, 'utf8')), chosenRules());
  for (const { name, noticed, mutants, percent, unnoticed } of scores) {
    console.log(
      `\n${percent >= LOWEST_PERCENT ? '✓' : '✗'} ${name}: ${noticed} of ${mutants}, ${percent.toFixed(1)} %`,
    );
    for (const line of unnoticed) console.log(`    ${line}`);
  }
  return scores.every(({ percent }) => percent >= LOWEST_PERCENT) ? 0 : 1;
});

/**
 * Installs Stryker in a folder of its own with a lockfile of its own, since nothing else needs its 168
 * packages.
 * @param {string} folder
 */
function installStryker(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(HERE, name), join(folder, name));
  return installNpmPackages(folder, ['--ignore-scripts']);
}
