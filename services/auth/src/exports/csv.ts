/** Matches what a spreadsheet takes for the beginning of a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Puts an apostrophe before a text of a person that a spreadsheet would compute as a formula. */
export const harmlessText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Formats a line of CSV (RFC 4180): texts in quotes, null as an empty cell. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: string | number | boolean | null): string {
  if (typeof cell === 'string') return `"${cell.replaceAll('"', '""')}"`;
  return cell === null ? '' : String(cell);
}
