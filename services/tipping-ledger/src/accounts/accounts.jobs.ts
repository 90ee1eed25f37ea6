import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountsService } from './accounts.service.js';

const PAY_EVERY_MS = 60_000;

@Injectable()
export class AccountsJobs {
  constructor(
    private readonly accounts: AccountsService,
    private readonly state: ProcessState,
  ) {}

  /**
   * Pays sign-up bonuses that were held back until today, and those that found an empty treasury, once it is
   * filled again. It pays a few at a time, and rests at least as long as it works, so that tips have at least
   * half of the lock however many bonuses are owed. While tips are paused it pays none.
   */
  @Every(PAY_EVERY_MS)
  async payOwedBonuses(): Promise<void> {
    await this.accounts.releaseHeldBonuses();
    let last: number | null = 0;
    while (last !== null && !this.state.stopping.aborted) {
      const begunAt = performance.now();
      last = await this.accounts.payOwedBonuses(last);
      if (last !== null) await sleep(performance.now() - begunAt);
    }
  }
}
