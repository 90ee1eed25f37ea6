import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

/** The clock of Postgres, so that replicas whose own clocks differ agree on what is due. */
@Injectable()
export class Clock {
  async now(tx: Tx): Promise<Date> {
    const now = await queryValue(tx, z.date(), 'SELECT giveaway_now() AS now');
    if (now === null) throw new Error('Postgres does not know the time');
    return now;
  }
}
