import { runTask } from '@likewell/service-kit/process/run-task';
import { referralReport } from './referral-report-command.js';

await runTask('ledger-referral-report', referralReport);
