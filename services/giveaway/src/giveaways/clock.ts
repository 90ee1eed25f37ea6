import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const timeRow = z.object({ now: z.date() });

/** The clock of Postgres, so that replicas whose own clocks differ agree on what is due. */
@Injectable()
export class Clock {
  async now(tx: Tx): Promise<Date> {
    const row = await queryRow(tx, timeRow, 'SELECT giveaway_now() AS now');
    if (!row) throw new Error('Postgres does not know the time');
    return row.now;
  }
}
