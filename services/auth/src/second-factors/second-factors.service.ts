import { authErrors } from '@likewell/contracts/auth/errors';
import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { cancelRequests } from '../addresses/cancel-requests.js';
import { MailQueue } from '../mail/mail-queue.js';
import { findLatestEventId } from '../security-events/past-events.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { lockSignedIn, type SignedIn } from '../sessions/signed-in.js';
import { hasSecondFactorNow } from './has-second-factor.js';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.js';

/** By whom, and from where, something is changed. */
interface Requested extends SignedIn {
  readonly origin: RequestOrigin;
}

/** A second factor that is added or removed. */
interface Change extends Requested {
  readonly method: 'totp' | 'passkey';
}

interface Removal extends Change {
  /** The requesting session stays. */
  readonly tokenHash: string;
}

/** Event of a set of recovery codes, recorded while the member is locked: its number is that of the set. */
const MADE = 'recovery-codes-made';
const FACTORS = { totp: 'An authenticator app', passkey: 'A passkey' };

/** The common parts of all second factors: their recovery codes, and the effects of adding or removing one. */
@Injectable()
export class SecondFactorsService {
  constructor(
    private readonly database: Database,
    private readonly events: SecurityEventsRecorder,
    private readonly mails: MailQueue,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Adds a factor; with the first one, the recovery codes are stored.
   * @param keep stores it, while its member is locked
   * @returns the number of the set that the recovery codes now are; null if the member has codes already
   * @throws AppError MEMBER_NOT_FOUND
   */
  async add(
    change: Change,
    recoveryHashes: readonly string[],
    keep: (tx: Tx) => Promise<void>,
  ): Promise<number | null> {
    const { memberId, method, origin } = change;
    const { setId } = await this.change(change, async (tx) => {
      await keep(tx);
      await this.events.record(tx, { memberId, kind: 'sign-in-method-added', method, origin });
      const data = { what: `${FACTORS[method]} was added to your account.`, isAdded: true };
      await this.mails.notify(tx, memberId, { template: 'sign-in-method-changed', data });
      if ((await countRecoveryCodes(tx, memberId)) > 0) return { setId: null };
      return { setId: await this.makeCodes(tx, memberId, recoveryHashes, origin) };
    });
    return setId;
  }

  /**
   * Removes a factor; with the last one, the recovery codes are deleted. Because the factor may have been
   * stolen, all other sessions and all requests by mail end.
   * @param take deletes it, while its member is locked; returns false if there is none
   * @throws AppError MEMBER_NOT_FOUND
   */
  async remove(removal: Removal, take: (tx: Tx) => Promise<boolean>): Promise<void> {
    const { memberId, method, origin, tokenHash } = removal;
    const ending = { detail: 'ended-by-member', origin } as const;
    await this.change(removal, async (tx) => {
      if (!(await take(tx))) return {};
      await cancelRequests(tx, memberId);
      await this.events.record(tx, { memberId, kind: 'sign-in-method-removed', method, origin });
      const data = { what: `${FACTORS[method]} was removed from your account.` };
      await this.mails.notify(tx, memberId, { template: 'sign-in-method-changed', data });
      if (!(await hasSecondFactorNow(tx, memberId))) await replaceRecoveryCodes(tx, memberId, []);
      return { ended: await this.sessions.endOthersOf(tx, memberId, tokenHash, ending) };
    });
  }

  /**
   * Replaces all old recovery codes by new ones, and returns the number of their set.
   * @throws AppError NO_SECOND_FACTOR, MEMBER_NOT_FOUND
   */
  replaceCodes(requested: Requested, recoveryHashes: readonly string[]): Promise<number | null> {
    const { memberId, origin } = requested;
    return this.database.transaction(async (tx) => {
      await lockSignedIn(tx, requested);
      if (!(await hasSecondFactorNow(tx, memberId))) throw new AppError(authErrors.NO_SECOND_FACTOR);
      const setId = await this.makeCodes(tx, memberId, recoveryHashes, origin);
      const data = { what: 'New recovery codes were made. The earlier ones no longer work.' };
      await this.mails.notify(tx, memberId, { template: 'sign-in-method-changed', data });
      return setId;
    });
  }

  /** Returns how many recovery codes a member has left, and the number of their set; null if none are left. */
  async findCodes(memberId: number): Promise<{ left: number; setId: number | null }> {
    const { read } = this.database;
    const left = await countRecoveryCodes(read, memberId);
    return { left, setId: left === 0 ? null : await findLatestEventId(read, memberId, MADE) };
  }

  /**
   * Applies a change so that the member's sessions show it within a second: a moderator has more rights with
   * a second factor.
   */
  private change<T extends object>(requested: Requested, work: (tx: Tx) => Promise<T>) {
    const { memberId } = requested;
    return this.sessions.transaction(memberId, async (tx) => {
      await lockSignedIn(tx, requested);
      return { ...(await work(tx)), outdated: await this.sessions.hashesOf(tx, memberId) };
    });
  }

  private async makeCodes(
    tx: Tx,
    memberId: number,
    hashes: readonly string[],
    origin: RequestOrigin,
  ): Promise<number | null> {
    await replaceRecoveryCodes(tx, memberId, hashes);
    const [setId = null] = await this.events.record(tx, { memberId, kind: MADE, origin });
    return setId;
  }
}
