/** One sentence, number or text of the spec. */
export interface Row {
  /** Section and name; a test that proves the row has it in its title, as `[2.home]`. */
  id: string;
  says: string;
}

/** Makes the rows of a section from pairs of name and sentence. */
export function rowsOf(section: number, rows: Record<string, string>): Row[] {
  return Object.entries(rows).map(([name, says]) => ({ id: `${section}.${name}`, says }));
}
