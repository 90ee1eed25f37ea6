import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { csvLine, harmlessText } from './csv.js';

/** `plain` is anything but money; an `amount` of nano-LIKE becomes two columns, in LIKE and in nano. */
type ColumnKind = 'plain' | 'amount';
export type Columns = Readonly<Record<string, ColumnKind>>;
type PlainCell = string | number | boolean | null;

/** A table of the file: a JSON and a CSV with these columns in this order. */
export interface ExportTable<C extends Columns = Columns> {
  readonly name: string;
  /** For the README, in a sentence. */
  readonly about: string;
  readonly columns: C;
}
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends 'amount' ? bigint | null : PlainCell;
};

/** Declares a table of the file. */
export const defineTable = <const C extends Columns>(
  name: string,
  about: string,
  columns: C,
): ExportTable<C> => ({
  name,
  about,
  columns,
});

/** The first line of a table's CSV. */
export const csvHeader = ({ columns }: ExportTable): string =>
  csvLine(Object.entries(columns).flatMap(([name, kind]) => (kind === 'amount' ? amountNames(name) : name)));

/** A row as a line of CSV. */
export const csvRow = <C extends Columns>(table: ExportTable<C>, row: RowOf<C>): string =>
  csvLine(fieldsOf(table, row).map(({ value, isText }) => (isText ? harmlessText(String(value)) : value)));

/** A row as an object of JSON. Amounts are texts there too: what reads numbers may be unable to hold them. */
export const jsonRow = <C extends Columns>(table: ExportTable<C>, row: RowOf<C>): string =>
  JSON.stringify(Object.fromEntries(fieldsOf(table, row).map(({ name, value }) => [name, value])));

interface Field {
  readonly name: string;
  readonly value: PlainCell;
  /** Whether somebody may have written it; an amount, which may begin with a minus, nobody has. */
  readonly isText: boolean;
}

function fieldsOf<C extends Columns>({ columns }: ExportTable<C>, row: RowOf<C>): Field[] {
  return Object.entries(columns).flatMap(([name, kind]): Field[] => {
    const cell: PlainCell | bigint = row[name] ?? null;
    if (typeof cell !== 'bigint' && kind === 'plain')
      return [{ name, value: cell, isText: typeof cell === 'string' }];
    const values = typeof cell === 'bigint' ? [likeToTheNano(cell), cell.toString()] : [null, null];
    return amountNames(name).map((part, index) => ({
      name: part,
      value: values[index] ?? null,
      isText: false,
    }));
  });
}

const amountNames = (name: string) => [`${name}_like`, `${name}_nano`];

/** Nano-LIKE as LIKE with all nine digits. */
export function likeToTheNano(nano: bigint): string {
  const magnitude = nano < 0n ? -nano : nano;
  const fraction = (magnitude % NANO_PER_LIKE).toString().padStart(9, '0');
  return `${nano < 0n ? '-' : ''}${magnitude / NANO_PER_LIKE}.${fraction}`;
}
