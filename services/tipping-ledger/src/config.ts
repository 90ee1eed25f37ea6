import { serviceConfig } from '@likewell/service-kit/config/config';
import { z } from 'zod';

/** Of bonuses, for a day. */
const budget = z.coerce.number().int().min(1).max(1_000_000_000);

/** The ledger's variables. */
export const ledgerConfig = serviceConfig.extend({
  /** Signs cursors; every replica has the same. */
  CURSOR_SECRET: z.string().min(32),
  /** How long a holders' epoch lasts by the clock; `off` closes one only by hand. */
  EPOCH: z.enum(['1d', '1h', '1m', 'off']).default('1d'),
  /** Sign-up bonuses that those who come from one network get in a day (UTC); the rest get theirs on the days after. */
  BONUSES_PER_NETWORK: budget.default(5),
  /** The same of all networks together. */
  BONUSES_A_DAY: budget.default(10_000),
});
export type LedgerConfig = z.output<typeof ledgerConfig>;
