import { CreateLedger1763700100000 } from './1763700100000-create-ledger.js';
import { CreateSettleTips1763700200000 } from './1763700200000-create-settle-tips.js';
import { CreateOpenAccount1763700300000 } from './1763700300000-create-open-account.js';

/** In the order in which they run. */
export const migrations = [
  CreateLedger1763700100000,
  CreateSettleTips1763700200000,
  CreateOpenAccount1763700300000,
];
