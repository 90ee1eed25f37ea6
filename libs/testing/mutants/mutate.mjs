// @ts-check

/**
 * @typedef {object} Mutant
 * @property {string} bug effect of the planted bug, as the end of "a ledger that …"
 * @property {string} file relative to the checkout
 * @property {string} from text that occurs in the file once
 * @property {string} to
 * @property {string} test file, relative to the checkout, of the test that must fail; or SEGMENT
 * @property {string} name the end of the full name of that test; or the finding of the simulation
 */

/**
 * Plants a bug.
 * @param {string} text
 * @param {Pick<Mutant, 'file' | 'from' | 'to'>} mutant
 * @throws Error when the text is missing or not unique: the list must be updated with the code
 */
export function mutate(text, { file, from, to }) {
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`${file} has ${places} places, not 1, with: ${from}`);
  if (from === to) throw new Error(`${file}: the bug changes nothing: ${from}`);
  return text.replace(from, () => to);
}

/**
 * Returns the result of one test.
 * @param {import('../run-all/outcomes.mjs').Outcome[]} outcomes
 * @param {string} name the end of its full name
 * @returns {'passed' | 'failed' | 'missing'} `missing` also when the file could not even be loaded
 */
export function resultOf(outcomes, name) {
  const found = outcomes.filter((outcome) => outcome.name.endsWith(name));
  if (found.length === 0) return 'missing';
  return found.every(({ passed }) => passed) ? 'passed' : 'failed';
}
