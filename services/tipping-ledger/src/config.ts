import { serviceConfig } from '@likewell/service-kit/boot/config';

/** The ledger's variables: those of every service. */
export const ledgerConfig = serviceConfig;
