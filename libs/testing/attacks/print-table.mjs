// @ts-check
import { duration, table } from '../../stack/machine/table.mjs';

const SHOWN = 10;

/**
 * @param {(import('./catalogue.mjs').Attack & { tried: number, gotThrough: string[] })[]} rows
 * @param {number} tookMs
 * @returns {number} the exit code: 1 where anything got through, or nothing was tried
 */
export function printTable(rows, tookMs) {
  const count = (/** @type {number} */ value) => value.toLocaleString('en');
  const cells = rows.map(({ threat, words, part, tried, gotThrough }) => [
    threat,
    words,
    part,
    count(tried),
    count(tried - gotThrough.length),
    gotThrough.length === 0 ? '✓' : '✗',
  ]);
  console.log(table([['', 'attack', 'by', 'tried', 'held', ''], ...cells]));
  const lost = rows.filter(({ gotThrough }) => gotThrough.length > 0);
  for (const { threat, words, gotThrough } of lost) {
    console.log(`\n✗ ${threat} ${words}`);
    for (const what of gotThrough.slice(0, SHOWN)) console.log(`    ${what}`);
    if (gotThrough.length > SHOWN) console.log(`    and ${gotThrough.length - SHOWN} more`);
  }
  const tried = rows.reduce((sum, row) => sum + row.tried, 0);
  const through = rows.reduce((sum, row) => sum + row.gotThrough.length, 0);
  console.log(
    `\n${rows.length} attacks in ${duration(tookMs)}: tried ${count(tried)}, held ${count(tried - through)}`,
  );
  return through === 0 && tried > 0 ? 0 : 1;
}
