// @ts-check
import { relative } from 'node:path';
import { listPlaywright } from '../run-all/counts.mjs';

/**
 * @typedef {object} Outcome of one test that ran
 * @property {string} file relative to the checkout
 * @property {string} name full name, including the titles of its describes if the runner reports them
 * @property {boolean} passed
 */

/**
 * Reads Vitest's report; a test that a pattern left out did not run.
 * @param {{ testResults: { name: string, assertionResults: { status: string, fullName: string }[] }[] }}
 *   report
 * @returns {Outcome[]}
 */
export function outcomesOfVitest({ testResults }) {
  return testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, fullName }) => ({
        ...{ file: relative(process.cwd(), path), name: fullName, passed: status === 'passed' },
      })),
  );
}

/**
 * @param {Parameters<typeof listPlaywright>[0]} report
 * @returns {Outcome[]}
 */
export function outcomesOfPlaywright(report) {
  return listPlaywright(report).map(({ file, name, passed }) => ({ file, name, passed }));
}

/**
 * Reads the output of node's own runner for one file.
 * @param {string} file
 * @param {string} tap
 * @returns {Outcome[]}
 */
export function outcomesOfTap(file, tap) {
  const line =
    /^ *(?<not>not )?ok \d+ - (?<name>.*?)(?<skipped> # SKIP.*)?(?<more>\n *---\n(?:.*\n)*? *\.\.\.)?$/gm;
  return [...tap.matchAll(line)]
    .filter(({ groups }) => groups?.skipped === undefined && !groups?.more?.includes("type: 'suite'"))
    .map(({ groups }) => ({ file, name: groups?.name ?? '', passed: groups?.not === undefined }));
}

/**
 * Returns the result of a named test: of all tests that begin with the name, such as the rows of one table.
 * @param {Outcome[]} outcomes
 * @param {{ file: string, name: string }} test
 * @returns {{ tried: number, gotThrough: string[] }} a test that did not run has not held
 */
export function resultOf(outcomes, { file, name }) {
  const found = outcomes.filter((outcome) => outcome.file === file && outcome.name.startsWith(name));
  if (found.length === 0) return { tried: 1, gotThrough: [`${file} has no test "${name}" that ran`] };
  return {
    tried: found.length,
    gotThrough: found.filter(({ passed }) => !passed).map((outcome) => `${file} › ${outcome.name}`),
  };
}
