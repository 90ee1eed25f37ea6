import { Zip, ZipDeflate } from 'fflate';
import { csvHeader, csvRow, jsonRow, type Columns, type ExportTable, type RowOf } from './export-table.js';

/** What all files of an archive hold together, at most: a file is compressed in memory, and kept in Postgres. */
const MAX_CONTENT_BYTES = 128 * 1024 * 1024;

/** There is more of a member than a file may hold. */
export class ExportTooLarge extends Error {}

/** Takes the rows of a table, page by page. */
export interface TableWriter<C extends Columns> {
  write(rows: readonly RowOf<C>[]): void;
  end(): void;
}

/**
 * A zip that is written piece by piece. Several files may be open at once: what is compressed of the later ones waits in memory
 * until those before them have ended.
 */
export class ExportArchive {
  private readonly zip: Zip;
  private written: Uint8Array[] = [];
  private contentBytes = 0;
  private readonly encoder = new TextEncoder();

  constructor(private readonly maxContentBytes = MAX_CONTENT_BYTES) {
    this.zip = new Zip((error, bytes) => {
      if (error) throw error;
      this.written.push(bytes);
    });
  }

  /** Opens a table's JSON and its CSV. */
  openTable<C extends Columns>(table: ExportTable<C>): TableWriter<C> {
    const json = this.open(`${table.name}.json`);
    const csv = this.open(`${table.name}.csv`);
    this.push(csv, csvHeader(table));
    let before = '[\n';
    return {
      write: (rows) => {
        for (const row of rows) {
          this.push(json, before + jsonRow(table, row));
          this.push(csv, csvRow(table, row));
          before = ',\n';
        }
      },
      end: () => {
        this.push(json, before === '[\n' ? '[]\n' : '\n]\n', true);
        this.push(csv, '', true);
      },
    };
  }

  /** Writes a table whose rows are all there. */
  addTable<C extends Columns>(table: ExportTable<C>, rows: readonly RowOf<C>[]): void {
    const writer = this.openTable(table);
    writer.write(rows);
    writer.end();
  }

  addFile(name: string, content: string | Uint8Array): void {
    this.push(this.open(name), content, true);
  }

  /** Ends the archive; its files have ended. */
  end(): void {
    this.zip.end();
  }

  /** What was written of the zip since it was taken last. */
  take(): Uint8Array[] {
    const taken = this.written;
    this.written = [];
    return taken;
  }

  private open(name: string): ZipDeflate {
    const file = new ZipDeflate(name);
    this.zip.add(file);
    return file;
  }

  /** @throws ExportTooLarge */
  private push(file: ZipDeflate, content: string | Uint8Array, isLast = false): void {
    const bytes = typeof content === 'string' ? this.encoder.encode(content) : content;
    this.contentBytes += bytes.length;
    if (this.contentBytes > this.maxContentBytes)
      throw new ExportTooLarge(`there are more than ${this.maxContentBytes} bytes`);
    file.push(bytes, isLast);
  }
}
