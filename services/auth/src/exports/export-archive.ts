import { Zip } from 'fflate';
import { DeflatedFile } from './deflated-file.js';
import { csvHeader, csvRow, jsonRow, type ExportTable, type RowOf } from './export-table.js';

/** Largest total size of all files in an archive: a file is compressed in memory and stored in Postgres. */
const MAX_CONTENT_BYTES = 128 * 1024 * 1024;

/** A member's data exceeds the size of an archive. */
export class ExportTooLarge extends Error {}

/** Writes the rows of a table, page by page. Each call has to await the one before. */
export interface TableWriter<Table extends ExportTable> {
  write(rows: readonly RowOf<Table>[]): Promise<void>;
  end(): Promise<void>;
}

/**
 * Writes a zip piece by piece, and leaves the event loop a turn for each. Several files may be open at once:
 * compressed data of the later ones waits in memory until the earlier ones have ended.
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

  /** Opens a table's JSON file and its CSV file. */
  openTable<Table extends ExportTable>(table: Table): TableWriter<Table> {
    const json = this.open(`${table.name}.json`);
    const csv = this.open(`${table.name}.csv`);
    let [beforeJson, beforeCsv] = ['[\n', csvHeader(table)];
    return {
      write: async (rows) => {
        for (const row of rows) {
          await this.push(json, beforeJson + jsonRow(table, row));
          await this.push(csv, beforeCsv + csvRow(table, row));
          [beforeJson, beforeCsv] = [',\n', ''];
        }
      },
      end: async () => {
        await this.push(json, beforeJson === '[\n' ? '[]\n' : '\n]\n', true);
        await this.push(csv, beforeCsv, true);
      },
    };
  }

  /** Writes a table whose rows are all known. */
  async addTable<Table extends ExportTable>(table: Table, rows: readonly RowOf<Table>[]): Promise<void> {
    const writer = this.openTable(table);
    await writer.write(rows);
    await writer.end();
  }

  async addFile(name: string, content: string | Uint8Array): Promise<void> {
    await this.push(this.open(name), content, true);
  }

  /** Ends the archive, after all its files have ended. */
  end(): void {
    this.zip.end();
  }

  /** Returns the bytes of the zip that were written since the last call. */
  take(): Uint8Array[] {
    const taken = this.written;
    this.written = [];
    return taken;
  }

  private open(name: string): DeflatedFile {
    const file = new DeflatedFile(name);
    this.zip.add(file);
    return file;
  }

  /** @throws ExportTooLarge */
  private async push(file: DeflatedFile, content: string | Uint8Array, isLast = false): Promise<void> {
    const bytes = typeof content === 'string' ? this.encoder.encode(content) : content;
    this.contentBytes += bytes.length;
    if (this.contentBytes > this.maxContentBytes)
      throw new ExportTooLarge(`there are more than ${this.maxContentBytes} bytes`);
    await file.write(bytes, isLast);
  }
}
