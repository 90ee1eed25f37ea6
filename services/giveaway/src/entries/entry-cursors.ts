import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { GiveawayConfig } from '../config.js';

const entryKey = z.object({ after: z.string() });

/** Cursors of the entries of one giveaway; they are invalid for another giveaway. */
@Injectable()
export class EntryCursors {
  private readonly secret: string;

  constructor(@Inject(CONFIG) config: GiveawayConfig) {
    this.secret = config.CURSOR_SECRET;
  }

  ofEntries(giveawayId: number): CursorCodec<typeof entryKey> {
    return new CursorCodec(this.secret, `entries:${giveawayId}`, entryKey);
  }
}
