import { CreateLedger1763700100000 } from './1763700100000-create-ledger.js';
import { CreateHoldersEpochs1763700150000 } from './1763700150000-create-holders-epochs.js';
import { CreateSettleTips1763700200000 } from './1763700200000-create-settle-tips.js';
import { CreateOpenAccount1763700300000 } from './1763700300000-create-open-account.js';
import { CreateCreditDeposit1763700400000 } from './1763700400000-create-credit-deposit.js';
import { CreateLastAudit1763700500000 } from './1763700500000-create-last-audit.js';
import { SettleTipsInOneStatement1763801000000 } from './1763801000000-settle-tips-in-one-statement.js';
import { SettleWhoseBonusIsPaid1763801100000 } from './1763801100000-settle-whose-bonus-is-paid.js';
import { CreateClaimDeposit1763900000000 } from './1763900000000-create-claim-deposit.js';
import { AddJournalLinks1763950000000 } from './1763950000000-add-journal-links.js';
import { LinkJournal1763950100000 } from './1763950100000-link-journal.js';
import { IndexMovementsButSettlements1763950200000 } from './1763950200000-index-movements-but-settlements.js';
import { SettleTipsByOnePlan1764000100000 } from './1764000100000-settle-tips-by-one-plan.js';

/** In the order in which they run. */
export const migrations = [
  CreateLedger1763700100000,
  CreateHoldersEpochs1763700150000,
  CreateSettleTips1763700200000,
  CreateOpenAccount1763700300000,
  CreateCreditDeposit1763700400000,
  CreateLastAudit1763700500000,
  SettleTipsInOneStatement1763801000000,
  SettleWhoseBonusIsPaid1763801100000,
  CreateClaimDeposit1763900000000,
  AddJournalLinks1763950000000,
  LinkJournal1763950100000,
  IndexMovementsButSettlements1763950200000,
  SettleTipsByOnePlan1764000100000,
];
