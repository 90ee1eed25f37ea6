// @ts-check
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * What became of one test that ran, or of a failure outside of tests.
 * @typedef {object} Outcome
 * @property {string} file relative to the checkout; empty if unknown
 * @property {string} name full name, with the titles of its describes if the runner reports them; empty for a
 *   file that could not be loaded
 * @property {boolean} passed
 * @property {string} reason the first lines of its error; may be empty
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
 * Reads Vitest's JSON report, its own or that of `vitest-report.mjs`, which adds uncaught errors. A test that a
 * pattern left out did not run.
 * @param {{ unhandledErrors?: { message: string, stack?: string }[], testResults: { name: string, status:
 *   string, message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] |
 *   null }[] }[] }} report
 * @returns {Outcome[]}
 */
export function outcomesOfVitest({ testResults, unhandledErrors = [] }) {
  const ran = testResults.flatMap(({ name: path, status, message = '', assertionResults }) => {
    const file = relative(process.cwd(), path);
    const tests = assertionResults
      .filter((test) => test.status === 'passed' || test.status === 'failed')
      .map(({ status, fullName, failureMessages }) => ({
        ...{ file, name: fullName, passed: status === 'passed' },
        reason: firstLines(failureMessages?.[0] ?? ''),
      }));
    const isBroken = status === 'failed' && tests.every(({ passed }) => passed);
    return [...tests, ...(isBroken ? [failure(file, '', firstLines(message))] : [])];
  });
  const unhandled = unhandledErrors.map(({ message, stack = message }) =>
    // Its origin is the only hint to its test.
    failure('', 'an error that no test has caught', stack.split('\n').slice(0, REASON_LINES).join('\n')),
  );
  return [...ran, ...unhandled];
}

/** @param {string} file @param {string} name @param {string} reason */
const failure = (file, name, reason) => ({ file, name, passed: false, reason });

/**
 * @typedef {{ message?: string, location?: { file: string } }} PlaywrightError
 * @typedef {{ status: string, results: { status: string, errors: PlaywrightError[] }[] }} PlaywrightTest
 * @typedef {{ title: string, specs: { title: string, tests: PlaywrightTest[] }[], suites?: PlaywrightSuite[]
 *   }} PlaywrightSuite
 */

/**
 * Reads Playwright's JSON report. Only a test that passed at its first attempt has passed; a skipped one did
 * not run.
 * @param {{ config: { rootDir: string }, suites: (PlaywrightSuite & { file: string })[], errors:
 *   PlaywrightError[] }} report
 * @returns {Outcome[]}
 */
export function outcomesOfPlaywright({ config, suites, errors }) {
  const ran = suites.flatMap(({ file, ...suite }) =>
    testsOf({ ...suite, title: '' })
      .filter(({ test }) => test.status !== 'skipped')
      .map(({ name, test: { status, results } }) => ({
        ...{ file: relative(process.cwd(), join(config.rootDir, file)), name },
        passed: status === 'expected' && results.length === 1,
        reason: messagesOf(results.flatMap((result) => result.errors)),
      })),
  );
  const broken = errors.map((error) => {
    const file = error.location ? relative(process.cwd(), error.location.file) : '';
    return failure(file, file === '' ? 'outside of tests' : '', messagesOf([error]));
  });
  return [...ran, ...broken];
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

/** @param {PlaywrightError[]} errors */
const messagesOf = (errors) => firstLines(errors.map(({ message = '' }) => message).join('\n'));

/** A test's line, and what follows it about this test. What tests print themselves begins with a `#`. */
const TAP_TEST =
  /^ *(?<not>not )?ok \d+ - (?<name>.*?)(?<skipped> # (?:SKIP|TODO).*)?(?<more>\n(?<indent> *)---\n(?:.*\n)*?\k<indent>\.\.\.)?$/gm;

/** A suite is no test, unless what it does before or after its tests failed. @param {string} more */
const isSuiteAlone = (more) => more.includes("type: 'suite'") && !more.includes("failureType: 'hookFailed'");

/**
 * Reads the report of node's own runner, which has also the tests within others.
 * @param {string} tap
 * @param {string} [file] of all these tests
 * @returns {Outcome[]}
 */
export function outcomesOfTap(tap, file = '') {
  return [...tap.matchAll(TAP_TEST)]
    .map(({ groups: { not, name = '', skipped, more = '' } = {} }) => ({ not, name, skipped, more }))
    .filter(({ skipped, more }) => skipped === undefined && !isSuiteAlone(more))
    .map(({ not, name, more }) => {
      const error = more.split('\n').findIndex((line) => line.trim().startsWith('error:'));
      const reason = error < 0 ? '' : firstLines(more.split('\n').slice(error, -1).join('\n'));
      return { file, name, passed: not === undefined, reason };
    });
}

/**
 * Counts outcomes, with a failure added for a suite that exited with an error without a failed test, or ran no
 * test at all.
 * @param {Outcome[] | undefined} outcomes undefined when there is no report to read
 * @param {number} exitCode
 */
export function judge(outcomes = [], exitCode) {
  const failures = outcomes.filter(({ passed }) => !passed);
  const mustHaveFailed = exitCode !== 0 || outcomes.length === 0;
  return {
    passed: outcomes.length - failures.length,
    failed: Math.max(mustHaveFailed ? 1 : 0, failures.length),
    failures,
  };
}
