import { authErrors } from '@likewell/contracts/auth/errors';
import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import type { SecurityEventDetail, SignInMethod } from '@likewell/contracts/auth/security-events';
import { AppError } from '@likewell/contracts/core/app-error';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthConfig } from '../config.js';
import { insertFailure } from './failures.queries.js';
import { HourlyBudget } from './hourly-budget.js';
import { SecurityEventsRecorder } from './security-events.recorder.js';

/** An attempt to do something with an account. */
interface Attempt {
  readonly kind: 'sign-in-failed' | 'password-change-failed';
  readonly method: SignInMethod;
  readonly origin: RequestOrigin;
  /** Whose account it is; null if that is unknown. A function is called only after a failure. */
  readonly memberId: number | null | (() => Promise<number | null>);
}

/** The errors of an unproven identity, or of a proven one that may not sign in. */
const DETAILS: Readonly<Record<string, SecurityEventDetail>> = {
  [authErrors.WRONG_CREDENTIALS.code]: 'wrong-credentials',
  [authErrors.WRONG_PASSWORD.code]: 'wrong-credentials',
  [authErrors.IDENTITY_NOT_CONFIRMED.code]: 'not-proven',
  [authErrors.WRONG_CODE.code]: 'wrong-code',
  [authErrors.PASSKEY_NOT_PROVEN.code]: 'not-proven',
  [authErrors.WALLET_NOT_PROVEN.code]: 'not-proven',
  [authErrors.GOOGLE_REFUSED.code]: 'not-proven',
  [authErrors.GOOGLE_ATTEMPT_INVALID.code]: 'not-proven',
  [authErrors.ACCOUNT_SUSPENDED.code]: 'account-suspended',
  [authErrors.ACCOUNT_CLOSED.code]: 'account-closed',
};

/**
 * Records failed attempts, but only some of many, so that nobody can fill the disk: of an account and a
 * network, the first, second, fourth, eighth and so on within an hour; of all together, `maxFailuresAnHour`
 * for each replica.
 */
@Injectable()
export class FailuresRecorder {
  private readonly budget: HourlyBudget;

  constructor(
    private readonly database: Database,
    private readonly events: SecurityEventsRecorder,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) { maxFailuresAnHour }: AuthConfig,
  ) {
    this.budget = new HourlyBudget(maxFailuresAnHour);
  }

  /** Does the work; if it fails, records the failure and throws the error on. */
  async watch<T>(attempt: Attempt, work: () => Promise<T> | T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const detail = error instanceof AppError ? DETAILS[error.code] : undefined;
      if (detail !== undefined) await this.record(attempt, detail);
      throw error;
    }
  }

  private async record(attempt: Attempt, detail: SecurityEventDetail): Promise<void> {
    if (this.budget.isSpent()) return;
    const memberId = typeof attempt.memberId === 'function' ? await attempt.memberId() : attempt.memberId;
    const doneBy = attempt.kind === 'sign-in-failed' ? ('visitor' as const) : undefined;
    const row = this.events.rowOf({ ...attempt, memberId, detail, doneBy });
    const isKept = await this.database.transaction((tx) => insertFailure(tx, row));
    if (isKept && this.budget.spend()) {
      this.logger.warn('there are too many failed sign-ins to record them all: none more within this hour');
    }
  }
}
