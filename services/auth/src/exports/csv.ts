/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** A text that somebody wrote, so that no spreadsheet computes it: an apostrophe stands before one that it would. */
export const harmlessText = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** A line of CSV (RFC 4180): texts in quotes, nothing for null. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(cellText).join(',')}\r\n`;

function cellText(cell: string | number | boolean | null): string {
  if (typeof cell === 'string') return `"${cell.replaceAll('"', '""')}"`;
  return cell === null ? '' : String(cell);
}
