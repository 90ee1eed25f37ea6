import { serviceConfig } from '@likewell/service-kit/config/config';
import { z } from 'zod';

/** Number of bonuses for a day. */
const budget = z.coerce.number().int().min(1).max(1_000_000_000);

/** The ledger's variables. */
export const ledgerConfig = serviceConfig.extend({
  /** Signs cursors; every replica has the same. */
  CURSOR_SECRET: z.string().min(32),
  /** How long a holders' epoch lasts by the clock; `off` closes one only by hand. */
  EPOCH: z.enum(['1d', '1h', '1m', 'off']).default('1d'),
  /**
   * Sign-up bonuses for members from one network in a day (UTC), of which a site has `SITE_FACTOR` times as many;
   * the others get theirs on the following days.
   */
  BONUSES_PER_NETWORK: budget.default(5),
  /** The same for all networks together. */
  BONUSES_A_DAY: budget.default(10_000),
});
export type LedgerConfig = z.output<typeof ledgerConfig>;
