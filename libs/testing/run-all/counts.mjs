// @ts-check
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Failure
 * @property {string} name the test's file and title
 * @property {string} reason the first lines of its error; may be empty
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {Failure[]} [failures] by name, if the report contains them
 */

/** Number of lines that identify a failure; the full text is in the suite's output. */
const REASON_LINES = 4;

/** @param {string} text */
function firstLines(text) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, REASON_LINES)
    .join('\n');
}

/**
 * Counts Vitest's JSON report, as `vitest-report.mjs` writes it. A file that could not be loaded contains no
 * failed test but counts as one, as does an uncaught error.
 * @param {{ numPassedTests: number, numFailedTests: number, unhandledErrors: { message: string, stack?:
 *   string }[], testResults: { name: string, status: string, message?: string, assertionResults: { status:
 *   string, fullName: string, failureMessages?: string[] | null }[] }[] }} report
 * @returns {Counts}
 */
export function countJson({ numPassedTests, numFailedTests, testResults, unhandledErrors }) {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [{ name: file, reason: firstLines(message ?? ''), broken: true }];
      return failed.map(({ fullName, failureMessages }) => ({
        name: `${file} › ${fullName}`,
        reason: firstLines(failureMessages?.[0] ?? ''),
        broken: false,
      }));
    });
  const brokenFiles = failures.filter(({ broken }) => broken).length;
  const unhandled = unhandledErrors.map(({ message, stack = message }) => ({
    name: 'an error that no test has caught',
    // Its origin is the only hint to its test.
    reason: stack.split('\n').slice(0, REASON_LINES).join('\n'),
  }));
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles + unhandled.length,
    failures: [...failures.map(({ name, reason }) => ({ name, reason })), ...unhandled],
  };
}

/**
 * @typedef {{ message?: string, location?: { file: string } }} PlaywrightError
 * @typedef {{ status: string, results: { status: string, errors: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, specs: { title: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[]
 *   }} PlaywrightSuite
 */

/**
 * Counts Playwright's JSON report. Only a test that passed at its first attempt has passed; a skipped one is
 * not counted. A failure outside of tests, such as a file that could not be loaded, counts as a failed test.
 * @param {{ config: { rootDir: string }, suites: (PlaywrightSuite & { file: string })[], errors:
 *   PlaywrightError[] }} report
 * @returns {Counts}
 */
export function countPlaywright({ config, suites, errors }) {
  const ran = listPlaywright({ config, suites });
  const failed = ran.filter(({ passed }) => !passed);
  const broken = errors.map(({ message = '', location }) => ({
    name: location ? relative(process.cwd(), location.file) : 'outside of tests',
    reason: firstLines(message),
  }));
  const failures = failed.map(({ file, name, test }) => ({
    name: `${file} › ${name}`,
    reason: reasonOf(test),
  }));
  return {
    passed: ran.length - failed.length,
    failed: failed.length + broken.length,
    failures: [...failures, ...broken],
  };
}

/**
 * Returns every test that ran in Playwright's report, with its file relative to our folder.
 * @param {{ config: { rootDir: string }, suites: (PlaywrightSuite & { file: string })[] }} report
 */
export function listPlaywright({ config, suites }) {
  const tests = suites.flatMap(({ file, ...suite }) => {
    const path = relative(process.cwd(), join(config.rootDir, file));
    return testsOf({ ...suite, title: '' }).map((found) => ({ ...found, file: path }));
  });
  return tests
    .filter(({ test }) => test.status !== 'skipped')
    .map((found) => ({
      ...found,
      passed: found.test.status === 'expected' && found.test.results.length === 1,
    }));
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {{ name: string, test: PlaywrightTest }[]} tests, each name with the titles of its `describe`s
 */
function testsOf({ title, specs, suites = [] }) {
  const own = specs.flatMap((spec) => spec.tests.map((test) => ({ name: spec.title, test })));
  return [...own, ...suites.flatMap(testsOf)].map(({ name, test }) => ({
    name: `${title} ${name}`.trim(),
    test,
  }));
}

/** @param {PlaywrightTest} test */
function reasonOf({ results }) {
  const errors = results.flatMap((result) => result.errors);
  return firstLines(errors.map(({ message = '' }) => message).join('\n'));
}

/**
 * @param {string} block a failed test of TAP, from its name on
 * @returns {Failure}
 */
function failureOf(block) {
  const [name = '', ...rest] = (block.split(/^ *\.\.\.$/m, 1)[0] ?? '').split('\n');
  const error = rest.findIndex((line) => line.trim().startsWith('error:'));
  return { name, reason: error < 0 ? '' : firstLines(rest.slice(error).join('\n')) };
}

/**
 * @param {string} tap output of node's own runner; the summary is at the end
 * @returns {Counts}
 */
export function countTap(tap) {
  const last = (/** @type {string} */ name) => {
    const all = [...tap.matchAll(new RegExp(`^# ${name} (\\d+)$`, 'gm'))];
    return Number(all.at(-1)?.[1] ?? 0);
  };
  const failures = tap
    .split(/^ *not ok \d+ - /m)
    .slice(1)
    .map(failureOf);
  return { passed: last('pass'), failed: last('fail') + last('cancelled'), failures };
}

/**
 * Adds a failure to a suite that exited with an error without a failed test, or ran no test at all.
 * @param {Counts | undefined} counts undefined when there is no report to read
 * @param {number} exitCode
 * @returns {Counts}
 */
export function judge(counts, exitCode) {
  const { passed, failed, failures = [] } = counts ?? { passed: 0, failed: 0 };
  const mustHaveFailed = exitCode !== 0 || passed + failed === 0;
  return { passed, failed: mustHaveFailed ? Math.max(1, failed) : failed, failures };
}
