// @ts-check

/**
 * Prints the start of a step and, at its end, its duration; one line each, so that a log file is readable
 * too.
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} work may return a text, which is printed as the step's result
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const started = Date.now();
  console.log(`· ${name} …`);
  const result = await work();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const note = typeof result === 'string' ? `: ${result}` : '';
  console.log(`✓ ${name}${note} (${seconds} s)`);
  return result;
}
