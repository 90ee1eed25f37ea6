import { Injectable, type Type } from '@nestjs/common';
import { Database, type Tx } from '../database/database.js';
import { Every } from './every.decorator.js';

const TEN_MINUTES_MS = 600_000;

/**
 * Returns a provider whose only work is a periodic deletion, in a transaction of its own.
 * @param name the provider's, used in the log
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
