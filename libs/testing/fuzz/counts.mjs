// @ts-check
import { table } from '../../stack/machine/table.mjs';

/** @typedef {Record<string, Record<string, number>>} Counts responses by operation and status */

/** @param {Counts} total @param {Counts} more @returns {Counts} */
export function addCounts(total, more) {
  const sum = /** @type {Counts} */ (JSON.parse(JSON.stringify(total)));
  for (const [operation, statuses] of Object.entries(more))
    for (const [status, count] of Object.entries(statuses)) {
      const known = (sum[operation] ??= {});
      known[status] = (known[status] ?? 0) + count;
    }
  return sum;
}

/** @param {Record<string, number>} statuses @param {(status: number) => boolean} wanted */
const countOf = (statuses, wanted) =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (wanted(Number(status)) ? count : 0), 0);
const isSuccess = (/** @type {number} */ status) => status >= 200 && status < 400;

/** @param {Counts} counts */
export const totalOf = (counts) =>
  Object.values(counts).reduce((sum, statuses) => sum + countOf(statuses, () => true), 0);
/** @param {Counts} counts */
export const serverErrorsOf = (counts) =>
  Object.values(counts).reduce((sum, statuses) => sum + countOf(statuses, (status) => status >= 500), 0);

/**
 * Describes the calls by operation, and names the operations without a success: of these only rejections were
 * tested.
 * @param {Counts} counts
 * @returns {string}
 */
export function describeCounts(counts) {
  const operations = Object.entries(counts).sort(([a], [b]) => a.localeCompare(b));
  const rows = operations.map(([operation, statuses]) => [
    operation,
    String(countOf(statuses, isSuccess)),
    String(countOf(statuses, (status) => status >= 400 && status < 500)),
    String(countOf(statuses, (status) => status >= 500)),
  ]);
  const never = operations.filter(([, statuses]) => countOf(statuses, isSuccess) === 0).map(([name]) => name);
  return [
    table([['operation', '2xx, 3xx', '4xx', '5xx'], ...rows]),
    ...(never.length > 0 ? [`none succeeded: ${never.join(', ')}`] : []),
  ].join('\n');
}
