// @ts-check
import { fileURLToPath } from 'node:url';

const REPORTER = fileURLToPath(new URL('vitest-report.mjs', import.meta.url));

/**
 * Returns the command that runs the tests of its working folder and writes their report; a pattern or files
 * may follow.
 * @param {string} report
 * @returns {string[]}
 */
export const vitestCommand = (report) => [
  ...['npx', '--no-install', 'vitest', 'run', '--reporter=default', `--reporter=${REPORTER}`],
  `--outputFile.json=${report}`,
];
