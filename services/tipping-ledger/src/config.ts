import { serviceConfig } from '@likewell/service-kit/boot/config';
import type { z } from 'zod';

/** The ledger's variables. */
export const ledgerConfig = serviceConfig;
export type LedgerConfig = z.output<typeof ledgerConfig>;
