// @ts-check
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {object} Failure
 * @property {string} name the test's file and its words
 * @property {string} reason what it said, its first lines; may be empty
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {Failure[]} [failures] by name, as far as the report tells
 */

/** Enough to know it again; the whole stands where the test failed. */
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
 * Vitest's JSON report, as `vitest-report.mjs` writes it. A file that could not even be loaded holds no failed test, and
 * counts as one all the same, as does an error that no test has caught.
 * @param {{ numPassedTests: number, numFailedTests: number, unhandledErrors: { message: string, stack?: string }[], testResults: { name: string, status: string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] | null }[] }[] }} report
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
    // Where it came from is all that leads to its test.
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
 * @typedef {{ title: string, specs: { title: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * Playwright's JSON report. Only a test that passed at its first try has passed; one that was skipped counts for
 * nothing. What failed outside of tests, such as a file that could not be loaded, counts as a failure.
 * @param {{ config: { rootDir: string }, suites: (PlaywrightSuite & { file: string })[], errors: PlaywrightError[] }} report
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
 * Every test of Playwright's report that ran, with its file as seen from where we run.
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
 * @returns {{ name: string, test: PlaywrightTest }[]} the words of its `describe`s before a test's own
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
 * @param {string} tap what node's own runner wrote; the summary is at the end
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
 * A suite that ended badly without a failed test, or ran no test at all, has failed.
 * @param {Counts | undefined} counts undefined when there is no report to read
 * @param {number} exitCode
 * @returns {Counts}
 */
export function judge(counts, exitCode) {
  const { passed, failed, failures = [] } = counts ?? { passed: 0, failed: 0 };
  const mustHaveFailed = exitCode !== 0 || passed + failed === 0;
  return { passed, failed: mustHaveFailed ? Math.max(1, failed) : failed, failures };
}
