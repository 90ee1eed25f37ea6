import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { lockOutdated, withholdTexts } from './withheld-texts.queries.js';

const INTERVAL_MS = 5000;

/**
 * Marks the waiting texts of authors whom a service of the previous version suspended or reinstated, which does not
 * do so itself, and of those who were suspended before texts had marks.
 */
@Injectable()
export class WithheldTextsJobs {
  constructor(private readonly database: Database) {}

  /** Does so on every replica, each for different authors, one a run. */
  @Every(INTERVAL_MS)
  markTexts(): Promise<boolean> {
    return this.database.transaction(markNext);
  }
}

/** Marks the texts of one author; returns false when there is none left. */
async function markNext(tx: Tx): Promise<boolean> {
  const author = await lockOutdated(tx);
  if (author) await withholdTexts(tx, author.authorId, author.isSuspended);
  return author !== null;
}
