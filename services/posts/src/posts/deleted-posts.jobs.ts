import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { eraseDeletedPosts } from './deleted-posts.queries.js';

const TEN_MINUTES_MS = 600_000;

/** Posts that their authors deleted: what was written in them goes 30 days later. */
@Injectable()
export class DeletedPostsJobs {
  constructor(private readonly database: Database) {}

  /** Empties their texts, on every replica, each those of different posts. */
  @Every(TEN_MINUTES_MS)
  eraseTexts(): Promise<boolean> {
    return this.database.transaction(eraseDeletedPosts);
  }
}
