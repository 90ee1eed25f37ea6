// @ts-check

/**
 * Says that a step begins and, when it is over, how long it took. One line each, so that a log file reads well too.
 * @template T
 * @param {string} name
 * @param {() => Promise<T> | T} work may return a text, which is shown as the step's result
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
