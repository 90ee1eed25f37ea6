import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const nowRow = z.object({ now: z.date(), postgresNow: z.date() });

/** More than the clocks of two machines that keep time are ever apart. */
const MAX_APART_MS = 5 * 60_000;

/** The clock of Postgres, so that replicas whose own clocks differ agree on what is due. */
@Injectable()
export class Clock {
  async now(tx: Tx): Promise<Date> {
    return (await this.read(tx)).now;
  }

  /**
   * Returns the time for a step that stays: an early snapshot would end a giveaway before its time, and a noon
   * that was passed over does not come back.
   * @throws Error when the clock of this process says otherwise by minutes: one of the two is wrong
   */
  async nowForGood(tx: Tx): Promise<Date> {
    const { now, postgresNow } = await this.read(tx);
    const apartMs = Math.abs(postgresNow.getTime() - Date.now());
    if (apartMs <= MAX_APART_MS) return now;
    throw new Error(`the clocks of Postgres and of this process are ${Math.round(apartMs / 1000)} s apart`);
  }

  private async read(tx: Tx): Promise<z.output<typeof nowRow>> {
    const sql = 'SELECT giveaway_now() AS now, clock_timestamp() AS "postgresNow"';
    const row = await queryRow(tx, nowRow, sql);
    if (row === null) throw new Error('Postgres does not know the time');
    return row;
  }
}
