import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { csvLine, harmlessText } from './csv.js';

type PlainCell = string | number | boolean | null;

/** A table of the export: a JSON and a CSV file with these columns in this order. */
export interface ExportTable<Column extends string = string, Amount extends string = string> {
  readonly name: string;
  /** One sentence for the README. */
  readonly about: string;
  readonly columns: readonly Column[];
  /** The columns in nano-LIKE. Each becomes two columns of the files, in LIKE and in nano-LIKE. */
  readonly amounts: readonly Amount[];
}
export type RowOf<Table extends ExportTable> = {
  readonly [Name in Table['columns'][number]]: Name extends Table['amounts'][number]
    ? bigint | null
    : PlainCell;
};

/** Declares a table of the export. */
export const defineTable = <Column extends string, Amount extends Column = never>(
  name: string,
  about: string,
  columns: readonly Column[],
  amounts: readonly Amount[] = [],
): ExportTable<Column, Amount> => ({ name, about, columns, amounts });

/** Returns the first line of a table's CSV. */
export const csvHeader = (table: ExportTable): string =>
  csvLine(table.columns.flatMap((name) => (isAmount(table, name) ? amountNames(name) : name)));

/** Formats a row as a line of CSV. */
export const csvRow = <Table extends ExportTable>(table: Table, row: RowOf<Table>): string =>
  csvLine(fieldsOf(table, row).map(({ value, isText }) => (isText ? harmlessText(String(value)) : value)));

/**
 * Formats a row as a JSON object. Amounts are texts there too, because a reader's numbers may not be exact
 * enough for them.
 */
export const jsonRow = <Table extends ExportTable>(table: Table, row: RowOf<Table>): string =>
  JSON.stringify(Object.fromEntries(fieldsOf(table, row).map(({ name, value }) => [name, value])));

interface Field {
  readonly name: string;
  readonly value: PlainCell;
  /** True if a person may have written the cell. An amount, which may begin with a minus, is never such a text. */
  readonly isText: boolean;
}

function fieldsOf(table: ExportTable, row: Readonly<Record<string, PlainCell | bigint>>): Field[] {
  return table.columns.flatMap((name): Field[] => {
    const cell = row[name] ?? null;
    if (typeof cell !== 'bigint' && !isAmount(table, name))
      return [{ name, value: cell, isText: typeof cell === 'string' }];
    const values = typeof cell === 'bigint' ? [likeToTheNano(cell), cell.toString()] : [null, null];
    return amountNames(name).map((part, index) => ({
      name: part,
      value: values[index] ?? null,
      isText: false,
    }));
  });
}

const isAmount = ({ amounts }: ExportTable, name: string) => amounts.includes(name);

const amountNames = (name: string) => [`${name}_like`, `${name}_nano`];

/** Formats nano-LIKE as LIKE with all nine decimals. */
export function likeToTheNano(nano: bigint): string {
  const magnitude = nano < 0n ? -nano : nano;
  const fraction = (magnitude % NANO_PER_LIKE).toString().padStart(9, '0');
  return `${nano < 0n ? '-' : ''}${magnitude / NANO_PER_LIKE}.${fraction}`;
}
