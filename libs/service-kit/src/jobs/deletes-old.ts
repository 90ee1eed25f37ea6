import { Injectable, type Type } from '@nestjs/common';
import { z } from 'zod';
import { Database, type Tx } from '../database/database.js';
import { queryRows } from '../database/query-rows.js';
import { Every } from './every.decorator.js';

const TEN_MINUTES_MS = 600_000;
/** Most rows of one transaction, so that each is short. */
const BATCH = 5000;

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
 * Returns a provider whose only work is a periodic deletion, a batch a run.
 * @param name the provider's, for the log; no other job of the service has it
 * @param deleteBatch {@link oldRows}, or another that returns how many rows it has made less: with 5,000, the most of a
 *   batch, it runs again at once
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
    async run(): Promise<boolean> {
      return (await this.database.transaction(deleteBatch)) === BATCH;
    }
  }
  Object.defineProperty(Deletion, 'name', { value: name });
  return Deletion;
}
