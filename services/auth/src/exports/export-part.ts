import type { ExportArchive } from './export-archive.js';
import type { ExportTable } from './export-table.js';

/** Receives the content of a part. */
export interface ExportTarget {
  readonly memberId: number;
  readonly archive: ExportArchive;
  /** Saves what was written so far; to be called after each page. @throws Error if the lease is lost */
  readonly save: () => Promise<void>;
}

/** A part of an export: the data that one service has of the member. */
export interface ExportPart {
  readonly tables: readonly ExportTable[];
  write(target: ExportTarget): Promise<void>;
}
