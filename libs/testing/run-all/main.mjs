// @ts-check
import { join } from 'node:path';
import { report } from '../../stack/machine/command.mjs';
import { CHECKOUT } from '../../stack/state/stack-folder.mjs';
import { judge } from './outcomes.mjs';
import { prepareRun } from './prepare-run.mjs';
import { runStreaming, stopRunning } from './run-streaming.mjs';
import { chooseSuites, inGroups } from './suites.mjs';
import { testEnvironment } from './test-stacks.mjs';

const NAMED_FAILURES = 5;

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // The suite ends, its stack is taken down as usual, and the last line is still printed.
    if (!interrupted) console.error('\n· stopping; one moment while the stacks go down …');
    interrupted = true;
    stopRunning();
  });
}

/** @param {import('./suites.mjs').Suite} suite @param {string} reports */
async function runSuite(
  { name, title, folder, command, env = () => ({}), outcomes, surround, timeoutMs },
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
    return judge(readOutcomes(outcomes, file), exitCode);
  } catch (error) {
    report(error);
    return judge(undefined, 1);
  }
}

/** @param {import('./suites.mjs').Suite['outcomes']} outcomes @param {string} file */
function readOutcomes(outcomes, file) {
  try {
    return outcomes(file);
  } catch {
    return undefined;
  }
}

/**
 * Prints the failures at the very end, where they are easy to find and where a truncated log still contains
 * them.
 * @param {import('./outcomes.mjs').Outcome[]} failures
 */
function printFailures(failures) {
  for (const { file, name, reason } of failures.slice(0, NAMED_FAILURES)) {
    console.log(`✗ ${[file, name].filter(Boolean).join(' › ')}`);
    if (reason !== '') console.log(reason.replace(/^/gm, '    '));
  }
  if (failures.length > NAMED_FAILURES) console.log(`  and ${failures.length - NAMED_FAILURES} more, above`);
}

async function runAll() {
  const suites = chooseSuites(process.env.ONLY);
  const packages = [...new Set(suites.flatMap((suite) => suite.packages))];
  const reports = await prepareRun('make test', packages);
  const run = async (/** @type {import('./suites.mjs').Suite} */ suite) => ({
    title: suite.title,
    ...(await runSuite(suite, reports)),
  });
  const results = [];
  for (const group of inGroups(suites)) {
    if (interrupted) break;
    results.push(...(await Promise.all(group.map(run))));
  }
  console.log('');
  printFailures(results.flatMap(({ failures }) => failures));
  // Formatted differently from the last line, which is the only one that tools count.
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
