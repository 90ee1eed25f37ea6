import type { EventData } from '@likewell/contracts/kernel/define-event';
import { postPublished } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Controller } from '@nestjs/common';
import { rememberPost } from '../storage/post-totals.js';

@Controller()
export class OpenPostOnPostPublished {
  @OnEvent(postPublished)
  async handle(data: EventData<typeof postPublished>, tx: Tx): Promise<void> {
    await rememberPost(tx, { ...data, open: true });
  }
}
