import { CreateLedger1763700100000 } from './1763700100000-create-ledger.js';
import { CreateHoldersEpochs1763700150000 } from './1763700150000-create-holders-epochs.js';
import { CreateSettleTips1763700200000 } from './1763700200000-create-settle-tips.js';
import { CreateOpenAccount1763700300000 } from './1763700300000-create-open-account.js';
import { CreateCreditDeposit1763700400000 } from './1763700400000-create-credit-deposit.js';
import { CreateLastAudit1763700500000 } from './1763700500000-create-last-audit.js';

/** In the order in which they run. */
export const migrations = [
  CreateLedger1763700100000,
  CreateHoldersEpochs1763700150000,
  CreateSettleTips1763700200000,
  CreateOpenAccount1763700300000,
  CreateCreditDeposit1763700400000,
  CreateLastAudit1763700500000,
];
