// @ts-check
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { ensureRunning } from './ensure-running.mjs';

/**
 * Starts several processes at the same time and waits for all, so that every failed one is named.
 * @param {import('../state/stack.mjs').Stack} stack
 * @param {import('./ensure-running.mjs').ProcessSpec[]} specs
 * @returns {Promise<string>} the started, restarted and kept processes, for the progress line
 */
export async function runTogether(stack, specs) {
  const results = await Promise.allSettled(specs.map((spec) => ensureRunning(stack, spec)));
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
  const unexpected = failures.find((reason) => !(reason instanceof UserFacingError));
  if (unexpected !== undefined) throw unexpected;
  const [first, ...others] = failures;
  if (first !== undefined) {
    throw new UserFacingError(first.message, [
      ...first.details,
      ...others.flatMap((f) => ['', f.message, ...f.details]),
    ]);
  }
  return summarize(specs.map(({ name }, index) => ({ name, outcome: outcomeOf(results[index]) })));
}

/** @param {PromiseSettledResult<string> | undefined} result */
const outcomeOf = (result) => (result?.status === 'fulfilled' ? result.value : '');

/** @param {{ name: string, outcome: string }[]} entries @returns {string} */
function summarize(entries) {
  const said = ['started', 'restarted', 'kept']
    .map((outcome) => ({
      outcome,
      names: entries.filter((entry) => entry.outcome === outcome).map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0);
  return said.map(({ outcome, names }) => `${outcome} ${names.join(', ')}`).join('; ');
}
