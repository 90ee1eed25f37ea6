// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCheckout } from '../../stack/app/prepare-checkout.mjs';
import { report } from '../../stack/machine/command.mjs';
import { requireNode } from '../../stack/machine/node-version.mjs';
import { step } from '../../stack/machine/progress.mjs';
import { installSystemPackages } from '../../stack/machine/system-packages.mjs';
import { takeLock } from '../../stack/state/lock.mjs';
import { CHECKOUT, claimFolder, thisCheckoutFolder } from '../../stack/state/stack-folder.mjs';
import { judge } from './counts.mjs';
import { runStreaming, stopRunning } from './run-streaming.mjs';
import { chooseSuites } from './suites.mjs';
import { testEnvironment } from './test-stacks.mjs';

const NAMED_FAILURES = 5;

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // The suite ends, its stack is taken down as after any other, and the last line is still written.
    if (!interrupted) console.error('\n· stopping; one moment while the stacks go down …');
    interrupted = true;
    stopRunning();
  });
}

/**
 * @param {import('./suites.mjs').Suite} suite
 * @param {string} reports
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
async function runSuite(
  { name, title, folder, command, env = () => ({}), count, surround, timeoutMs },
  reports,
) {
  console.log(`\n── ${title} ──`);
  const file = join(reports, `${name}.report`);
  const work = (/** @type {Record<string, string>} */ surroundings) =>
    interrupted
      ? Promise.resolve(1)
      : runStreaming(command(file), {
          cwd: join(CHECKOUT, folder),
          env: testEnvironment(process.env, { ...surroundings, ...env(file), NODE_ENV: 'test' }),
          timeoutMs,
        });
  try {
    const exitCode = await (surround === undefined ? work({}) : surround(work));
    return judge(readCounts(count, file), exitCode);
  } catch (error) {
    report(error);
    return judge(undefined, 1);
  }
}

/**
 * @param {(report: string) => import('./counts.mjs').Counts} count
 * @param {string} file
 */
function readCounts(count, file) {
  try {
    return count(file);
  } catch {
    return undefined;
  }
}

/**
 * At the very end, where one looks, and where a log that was cut still has it.
 * @param {import('./counts.mjs').Failure[]} failures
 */
function printFailures(failures) {
  for (const { name, reason } of failures.slice(0, NAMED_FAILURES)) {
    console.log(`✗ ${name}`);
    if (reason !== '') console.log(reason.replace(/^/gm, '    '));
  }
  if (failures.length > NAMED_FAILURES) console.log(`  and ${failures.length - NAMED_FAILURES} more, above`);
}

async function runAll() {
  requireNode();
  const suites = chooseSuites(process.env.ONLY);
  const state = thisCheckoutFolder();
  claimFolder(state);
  await takeLock(join(state, 'test.lock'), 'make test');
  const packages = [...new Set(suites.flatMap((suite) => suite.packages))];
  await step('system packages', () => installSystemPackages(packages));
  await prepareCheckout(CHECKOUT, state, 'make test');

  const reports = join(state, 'test-reports');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);
  const results = [];
  for (const suite of suites) {
    if (interrupted) break;
    const counts = await runSuite(suite, reports);
    results.push({ title: suite.title, ...counts });
  }
  console.log('');
  printFailures(results.flatMap(({ failures = [] }) => failures));
  // Worded unlike the last line, which is the only one to be counted.
  for (const { title, passed, failed } of results) {
    console.log(failed === 0 ? `✓ ${title}: ${passed} ok` : `✗ ${title}: ${failed} not ok, ${passed} ok`);
  }
  return results;
}

process.umask(0o022);
const results = await runAll().catch((error) => {
  report(error);
  return [{ passed: 0, failed: 1 }];
});
const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
const failed = Math.max(
  interrupted ? 1 : 0,
  results.reduce((sum, counts) => sum + counts.failed, 0),
);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(interrupted ? 130 : Math.min(failed, 1));
