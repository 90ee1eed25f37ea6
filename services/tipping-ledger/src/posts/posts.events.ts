import type { EventData } from '@likewell/contracts/core/define-event';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { rememberPostIn } from './posts.queries.js';

@Injectable()
export class PostsEvents {
  @OnEvent(postPublished, { alone: true })
  async open(data: EventData<typeof postPublished>, tx: Tx): Promise<void> {
    await rememberPostIn(tx, { ...data, open: true });
  }

  @OnEvent(postWithdrawn, { alone: true })
  async close(data: EventData<typeof postWithdrawn>, tx: Tx): Promise<void> {
    await rememberPostIn(tx, { ...data, open: false });
  }
}
