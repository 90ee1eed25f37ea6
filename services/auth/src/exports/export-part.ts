import type { ExportArchive } from './export-archive.js';
import type { ExportTable } from './export-table.js';

/** What a part is written into. */
export interface ExportTarget {
  readonly memberId: number;
  readonly archive: ExportArchive;
  /** Saves what was written so far; to be called after each page. @throws Error where the work is no longer ours */
  readonly save: () => Promise<void>;
}

/** A part of a member's file: what one service has of them. */
export interface ExportPart {
  readonly tables: readonly ExportTable[];
  write(target: ExportTarget): Promise<void>;
}
