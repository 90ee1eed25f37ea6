import { serviceConfig } from '@likewell/service-kit/config/config';
import { z } from 'zod';

/** The ledger's variables. */
export const ledgerConfig = serviceConfig.extend({
  /** Signs cursors; every replica has the same. */
  CURSOR_SECRET: z.string().min(32),
  /** How long a holders' epoch lasts by the clock; `off` closes one only by hand. */
  EPOCH: z.enum(['1d', '1h', '1m', 'off']).default('1d'),
});
export type LedgerConfig = z.output<typeof ledgerConfig>;
