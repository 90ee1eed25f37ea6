// @ts-check

/**
 * @typedef {object} MutationReport Stryker's, as https://stryker-mutator.io/docs/mutation-testing-elements
 *   has it
 * @property {Record<string, { mutants: { mutatorName: string, replacement?: string, status: string, location:
 *   { start: { line: number } } }[] }>} files
 */

/** Statuses of mutants that a test has detected. */
const NOTICED = ['Killed', 'Timeout', 'RuntimeError'];
/** Statuses of mutants that do not count. */
const IGNORED = ['Ignored', 'CompileError'];

/**
 * Returns the number of detected mutants of each group of rules, and the undetected ones.
 * @param {MutationReport} report
 * @param {[string, string[]][]} rules
 */
export function scoresOf({ files }, rules) {
  return rules.map(([name, patterns]) => {
    const paths = patterns.flatMap(expand);
    const found = paths.flatMap((path) =>
      (files[path]?.mutants ?? [])
        .filter(({ status }) => !IGNORED.includes(status))
        .map((mutant) => ({ path, ...mutant })),
    );
    const unnoticed = found.filter(({ status }) => !NOTICED.includes(status));
    const noticed = found.length - unnoticed.length;
    return {
      name,
      mutants: found.length,
      noticed,
      percent: found.length === 0 ? 0 : (100 * noticed) / found.length,
      unnoticed: unnoticed.map(
        ({ path, location, mutatorName, replacement = '' }) =>
          `${path}:${location.start.line} ${mutatorName} ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
      ),
    };
  });
}

/** @param {string} pattern has at most one `{a,b}` @returns {string[]} */
export function expand(pattern) {
  const [, head = '', names = '', tail = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return names === '' ? [pattern] : names.split(',').map((name) => head + name + tail);
}
