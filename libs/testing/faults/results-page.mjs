// @ts-check
import { INVARIANTS } from './judge.mjs';
import { CELLS } from './matrix.mjs';

/**
 * @typedef {import('./results.mjs').Row} Row
 * @typedef {import('./results.mjs').Seen} Seen
 */

/**
 * Renders the whole of docs/operations/faults.md.
 * @param {Row[]} rows
 * @returns {string} Markdown
 */
export function page(rows) {
  const held = rows.filter(({ findings }) => findings.length === 0).length;
  const lines = rows.map((row) => {
    const { tip, read, deposit, 'sign-in': signIn, ...others } = row.seen;
    const rest = Object.entries(others).flatMap(([kind, seen]) => {
      const text = seenText(seen);
      return text === 'all well' ? [] : [`${kind}: ${text}`];
    });
    const back = row.backMs === 0 ? 'at once' : `${(row.backMs / 1000).toFixed(1)} s`;
    const cells = [
      row.cell,
      seenText(tip),
      seenText(read),
      seenText(deposit),
      seenText(signIn),
      rest.join('; ') || 'all well',
      back,
    ];
    return `| ${[...cells, row.findings.join('; ') || 'all'].join(' | ')} |`;
  });
  return `<!-- Written by WRITE=1 make faults; its words are in libs/testing/faults/results-page.mjs. -->

# What goes wrong, and what a member then sees

\`make faults\` brings a whole Likewell up, with a proxy in every link, and makes each component fail in six ways while members tip,
deposit, read, sign in, write and draft. ${held} of ${CELLS.length} cells held: I1–I7 were true, and everything recovered without a
hand. How a cell works, and what each fault is, is in [libs/testing/faults](../../libs/testing/faults/README.md); these are from
${listed(rows.map(({ date }) => date))}, at ${listed(rows.map(({ tipsPerSecond }) => tipsPerSecond))} tips/s and ${listed(rows.map(({ seconds }) => seconds))} s a cell, two fifths
of them with the fault, on two cores that others shared.

Each field says how many of the requests that were sent during the whole cell failed, by what a member was told, and the longest time in which
none succeeded that began. "Back after" is when the last request began that failed, from the end of the fault on.

${Object.entries(INVARIANTS)
  .map(([name, promise]) => `- ${name}: ${promise}`)
  .join('\n')}

| Cell | Tips | Reads | Deposits | Sign-ins | Others | Back after | Held |
| --- | --- | --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
}

/** @param {Seen | undefined} seen */
function seenText(seen) {
  if (seen === undefined) return '–';
  const failed = Object.entries(seen.failed).sort(([, a], [, b]) => b - a);
  if (failed.length === 0) return 'all well';
  const total = failed.reduce((sum, [, count]) => sum + count, 0);
  const share = ((100 * total) / seen.sent).toFixed(total / seen.sent < 0.01 ? 2 : 0);
  return `${share} % of ${seen.sent} failed (${failed.map(([name, count]) => `${count} × ${name}`).join(', ')}), ${(seen.outageMs / 1000).toFixed(1)} s`;
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Lists each value once, in order: "15, 20 and 30". @param {(string | number)[]} values */
const listed = (values) => LIST.format([...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1)).map(String));
