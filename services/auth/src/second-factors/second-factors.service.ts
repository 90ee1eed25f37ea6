import { authErrors } from '@likewell/contracts/auth/errors';
import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MemberMails } from '../member-mails/member-mails.js';
import { MembersService } from '../members/members.service.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionCache } from '../sessions/session-cache.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.js';
import { findSecondFactorStatus } from './second-factors.queries.js';

/** A second factor that comes or goes, by whom and from where. */
interface Change {
  readonly memberId: number;
  readonly method: 'totp' | 'passkey';
  readonly origin: RequestOrigin | undefined;
}

const FACTORS = { totp: 'An app for codes', passkey: 'A passkey' };

/** What all second factors have in common: the recovery codes beside them, and what follows when one comes or goes. */
@Injectable()
export class SecondFactorsService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersService,
    private readonly events: SecurityEventsRecorder,
    private readonly mails: MemberMails,
    private readonly sessions: SessionsService,
    private readonly cache: SessionCache,
  ) {}

  /** Records a new factor; the first one brings recovery codes along. @returns whether these are the member's now */
  async add(
    tx: Tx,
    { memberId, method, origin }: Change,
    recoveryHashes: readonly string[],
  ): Promise<boolean> {
    await this.events.record(tx, { memberId, kind: 'sign-in-method-added', method, origin });
    await this.mails.notifyOfMethod(tx, memberId, `${FACTORS[method]} was added to your account.`);
    if ((await countRecoveryCodes(tx, memberId)) > 0) return false;
    await this.makeCodes(tx, memberId, recoveryHashes, origin);
    return true;
  }

  /** Records that a factor is gone; the last one takes the recovery codes along. */
  async remove(tx: Tx, { memberId, method, origin }: Change): Promise<void> {
    await this.events.record(tx, { memberId, kind: 'sign-in-method-removed', method, origin });
    await this.mails.notifyOfMethod(tx, memberId, `${FACTORS[method]} was removed from your account.`);
    const status = await findSecondFactorStatus(tx, memberId);
    if (!status?.hasSecondFactor) await replaceRecoveryCodes(tx, memberId, []);
  }

  /** After the commit: a moderator with a second factor may do what one without it may not, and the other way round. */
  async announce(memberId: number): Promise<void> {
    const status = await findSecondFactorStatus(this.database.read, memberId);
    if (!status || status.role === 'member') return;
    const hashes = await this.sessions.hashesOf(this.database.read, memberId);
    void this.cache.outdateSurely(hashes);
  }

  /** New recovery codes in the place of all old ones. @throws AppError NO_SECOND_FACTOR, MEMBER_NOT_FOUND */
  async replaceCodes(
    memberId: number,
    recoveryHashes: readonly string[],
    origin: RequestOrigin | undefined,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.members.lock(tx, memberId);
      const status = await findSecondFactorStatus(tx, memberId);
      if (!status?.hasSecondFactor) throw new AppError(authErrors.NO_SECOND_FACTOR);
      await this.makeCodes(tx, memberId, recoveryHashes, origin);
    });
  }

  /** How many recovery codes a member has left. */
  countCodes(memberId: number): Promise<number> {
    return countRecoveryCodes(this.database.read, memberId);
  }

  private async makeCodes(
    tx: Tx,
    memberId: number,
    hashes: readonly string[],
    origin: RequestOrigin | undefined,
  ): Promise<void> {
    await replaceRecoveryCodes(tx, memberId, hashes);
    await this.events.record(tx, { memberId, kind: 'recovery-codes-made', origin });
  }
}
