import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { ExportMaker } from './export-maker.js';
import { deleteOldExports } from './exports.queries.js';

const MAKE_EVERY_MS = 1000;
const CLEAN_EVERY_MS = 60_000;

@Injectable()
export class ExportsJobs {
  constructor(
    private readonly database: Database,
    private readonly maker: ExportMaker,
  ) {}

  /** Runs on every replica, one export at a time: each replica claims a different one. */
  @Every(MAKE_EVERY_MS)
  async makeDue(): Promise<void> {
    await this.maker.makeDue();
  }

  @Every(CLEAN_EVERY_MS)
  async deleteOld(): Promise<void> {
    await this.database.transaction(deleteOldExports);
  }
}
