import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { SessionsService } from '../sessions/sessions.service.js';
import { findTipLimit, updateTipLimit, type TipLimitRow } from './tip-limits.queries.js';

/**
 * The amount above which a member wants to confirm their identity before a tip. Their sessions carry it, so
 * that a smaller tip needs no further call.
 */
@Injectable()
export class TipLimitsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws AppError MEMBER_NOT_FOUND */
  async get(memberId: number): Promise<TipLimitRow> {
    return known(await findTipLimit(this.database.read, memberId));
  }

  /** Sets the amount; in force in all of the member's sessions within a second. @throws AppError MEMBER_NOT_FOUND */
  async set(memberId: number, limitNano: bigint | null): Promise<TipLimitRow> {
    const { limit } = await this.sessions.transaction(memberId, async (tx) => ({
      limit: known(await updateTipLimit(tx, memberId, limitNano)),
      outdated: await this.sessions.hashesOf(tx, memberId),
    }));
    return limit;
  }
}

function known(limit: TipLimitRow | null): TipLimitRow {
  if (!limit) throw new AppError(authErrors.MEMBER_NOT_FOUND);
  return limit;
}
