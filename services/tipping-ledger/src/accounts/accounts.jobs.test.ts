import type { Database } from '@likewell/service-kit/database/database';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { AccountsJobs } from './accounts.jobs.js';
import type { AccountsService } from './accounts.service.js';

it('a process that stops leaves the bonuses that are still held back, and owed, to others', async () => {
  const state = new ProcessState();
  let releases = 0;
  const accounts: Partial<AccountsService> = {
    releaseHeldBonuses: () => {
      releases += 1;
      if (releases === 2) state.stop();
      // As for ever as a test can wait for.
      return Promise.resolve(releases < 1000);
    },
    payOwedBonuses: () => Promise.reject(new Error('none is paid')),
  };
  const jobs = new AccountsJobs(
    accounts as AccountsService,
    {} as Database,
    state,
    createLogger('test', 'silent'),
    new Metrics('test'),
  );
  await jobs.payOwedBonuses();
  expect(releases).toBe(2);
});
