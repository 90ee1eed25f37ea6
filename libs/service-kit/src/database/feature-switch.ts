import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { z } from 'zod';
import type { Tx } from './database.js';
import { queryValue } from './query-rows.js';

const PAUSED_FOR_SECONDS = 60;

/**
 * A feature that an operator pauses and resumes for every replica: a table of one row with `is_paused` and
 * `changed_at`.
 */
export interface FeatureSwitch {
  /** True while an operator has paused it. */
  isPaused(tx: Tx): Promise<boolean>;
  /** Pauses or resumes the feature. */
  setPaused(tx: Tx, paused: boolean): Promise<void>;
  /** Returns the error that is raised while the feature is paused, with the switch's own message. */
  error(): AppError;
}

/** Returns the switch stored in this table. @param message tells a person what is paused and what to do */
export function featureSwitch(table: string, message: string): FeatureSwitch {
  return {
    async isPaused(tx) {
      return (await queryValue(tx, z.boolean(), `SELECT is_paused FROM ${table}`)) ?? false;
    },
    async setPaused(tx, paused) {
      await tx.query(`UPDATE ${table} SET is_paused = $1, changed_at = now() WHERE is_paused <> $1`, [
        paused,
      ]);
    },
    error: () =>
      new AppError(commonErrors.PAUSED, { message, details: { retryAfterSeconds: PAUSED_FOR_SECONDS } }),
  };
}
