// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../machine/table.mjs';
import { ownProcesses } from '../state/stack.mjs';
import { parseMetrics, Readings } from './metrics-text.mjs';
import { summarize } from './summary.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

const RESPONDS_WITHIN_MS = 3000;
const INDENT = '  ';

/** Returns the URLs of the metrics of each process; stand-ins have none. @param {Stack} stack */
const metricsUrls = (stack) =>
  ownProcesses(stack)
    .filter(({ folder }) => !folder.startsWith('libs/'))
    .map(({ name, healthPort }) => ({ name, url: `http://127.0.0.1:${stack.port(healthPort)}/metrics` }));

/**
 * Reads the metrics of every process twice, and returns a page of text with the content of the dashboards.
 * @param {Stack} stack
 * @param {number} spanMs time between the two reads; rates cover only this time
 */
export async function readStack(stack, spanMs) {
  const targets = metricsUrls(stack);
  const before = await readAll(targets);
  const begunAt = performance.now();
  await sleep(spanMs);
  const now = await readAll(targets);
  const readings = new Readings(before.samples, now.samples, (performance.now() - begunAt) / 1000);
  const sections = Object.entries(summarize(readings, Date.now())).map(
    ([title, lines]) =>
      `${title}\n${table(Object.entries(lines).map(([name, text]) => [INDENT + name, text]))}`,
  );
  const gone = now.silent.length === 0 ? [] : [`no response from ${now.silent.join(', ')}`];
  return [...sections, ...gone].join('\n\n');
}

/** Returns the addresses of the metrics, for reading or scraping. @param {Stack} stack */
export const listMetrics = (stack) => table(metricsUrls(stack).map(({ name, url }) => [name, url]));

/** @param {{ name: string, url: string }[]} targets */
async function readAll(targets) {
  const responses = await Promise.all(
    targets.map(async ({ name, url }) => {
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(RESPONDS_WITHIN_MS) });
        return { name, samples: parseMetrics(await response.text()) };
      } catch {
        return { name, samples: null };
      }
    }),
  );
  return {
    samples: responses.flatMap(({ samples }) => samples ?? []),
    silent: responses.filter(({ samples }) => samples === null).map(({ name }) => name),
  };
}
