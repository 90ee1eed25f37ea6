// @ts-check

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 */

/**
 * Jest's and vitest's JSON report have one shape. A file that could not even be loaded holds no failed test, and
 * counts as one all the same.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Counts}
 */
export function countJson({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
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
  return { passed: last('pass'), failed: last('fail') + last('cancelled') };
}

/**
 * A suite that ended badly without a failed test, or ran no test at all, has failed.
 * @param {Counts | undefined} counts undefined when there is no report to read
 * @param {number} exitCode
 * @returns {Counts}
 */
export function judge(counts, exitCode) {
  const { passed, failed } = counts ?? { passed: 0, failed: 0 };
  const mustHaveFailed = exitCode !== 0 || passed + failed === 0;
  return { passed, failed: mustHaveFailed ? Math.max(1, failed) : failed };
}
