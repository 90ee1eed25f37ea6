// @ts-check

/**
 * Returns the result of a named test: of all tests that begin with the name, such as the rows of one table.
 * @param {import('../run-all/outcomes.mjs').Outcome[]} outcomes
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
