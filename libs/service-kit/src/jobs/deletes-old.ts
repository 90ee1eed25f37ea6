import { Injectable, type Type } from '@nestjs/common';
import { Database, type Tx } from '../database/database.js';
import { Every } from './every.decorator.js';

const TEN_MINUTES_MS = 600_000;

/**
 * A provider whose only work is a deletion by the clock, in a transaction of its own.
 * @param name the provider's, by which the log knows it
 */
export function deletesOld(
  name: string,
  deleteOld: (tx: Tx) => Promise<void>,
  intervalMs = TEN_MINUTES_MS,
): Type {
  @Injectable()
  class Deletion {
    constructor(private readonly database: Database) {}

    @Every(intervalMs)
    async run(): Promise<void> {
      await this.database.transaction(deleteOld);
    }
  }
  Object.defineProperty(Deletion, 'name', { value: name });
  return Deletion;
}
