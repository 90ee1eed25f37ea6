import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';

/** Postgres' clock, so that replicas whose own clocks differ agree on what is due. */
@Injectable()
export class Clock {
  async now(tx: Tx): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('SELECT giveaway_now() AS now');
    if (!row) throw new Error('Postgres does not know the time');
    return row.now;
  }
}
