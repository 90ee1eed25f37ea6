/**
 * Formats lines of cells for people, in columns as wide as their widest cell; the first line is the header.
 * @param numbers the columns that are aligned to the right
 */
export function textTable(lines: readonly (readonly string[])[], numbers: readonly number[] = []): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const place = (cell: string, column: number) =>
    numbers.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return lines.map((line) => line.map(place).join('  ').trimEnd()).join('\n');
}
