import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { AiDraft } from './ai-draft.entity.js';
import { deleteUnusedDrafts } from './drafts.queries.js';

/** The drafts that exist, so that only a real one is shown as a text's origin. */
@Injectable()
export class DraftsService {
  constructor(private readonly database: Database) {}

  /** Records drafts that were delivered; one that is already known stays unchanged. */
  async record(tx: Tx, draftIds: readonly string[]): Promise<void> {
    const drafts = draftIds.map((id) => ({ id }));
    await tx.createQueryBuilder().insert().into(AiDraft).values(drafts).orIgnore().execute();
  }

  /** Deletes old drafts that no text began with. */
  async deleteUnused(): Promise<void> {
    await this.database.transaction(deleteUnusedDrafts);
  }
}
