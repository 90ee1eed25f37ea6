import { Injectable, type Type } from '@nestjs/common';
import { z } from 'zod';
import { Database, type Tx } from '../database/database.js';
import { queryRows } from '../database/query-rows.js';
import { Every } from './every.decorator.js';

const TEN_MINUTES_MS = 600_000;
/** Most rows of one transaction, so that each is short. */
const BATCH = 5000;
/** Most batches of a run, so that it ends: a million rows, more than come in any interval. */
const MAX_BATCHES = 200;

/**
 * Returns a function that deletes a batch of a table's rows, and returns their number. A row that somebody else
 * renews meanwhile stays.
 * @param isOld SQL condition of the rows
 */
export const oldRows =
  (table: string, isOld: string) =>
  async (tx: Tx): Promise<number> => {
    const sql = `DELETE FROM ${table} WHERE (${isOld}) AND ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${BATCH})) RETURNING 1`;
    return (await queryRows(tx, z.unknown(), sql)).length;
  };

/**
 * Returns a provider whose only work is a periodic deletion, in transactions of its own: as many as it takes.
 * @param name the provider's, used in the log
 * @param deleteBatch {@link oldRows}; of another function, whatever it returns, one call a run
 */
export function deletesOld(
  name: string,
  deleteBatch: (tx: Tx) => Promise<unknown>,
  intervalMs = TEN_MINUTES_MS,
): Type {
  @Injectable()
  class Deletion {
    constructor(private readonly database: Database) {}

    @Every(intervalMs)
    async run(): Promise<void> {
      for (let batch = 0; batch < MAX_BATCHES; batch += 1)
        if ((await this.database.transaction(deleteBatch)) !== BATCH) return;
    }
  }
  Object.defineProperty(Deletion, 'name', { value: name });
  return Deletion;
}
