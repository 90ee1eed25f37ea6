import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { memberDeleted, memberProfileChanged } from '@likewell/contracts/auth/events';
import type { requestDeletion } from '@likewell/contracts/auth/leaving-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { Injectable } from '@nestjs/common';
import { AvatarsService } from '../avatars/avatars.service.js';
import { MailQueue } from '../mail/mail-queue.js';
import { lockMember } from '../members/active-member.js';
import { newPublicToken } from '../members/public-token.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { lockSignedIn } from '../sessions/signed-in.js';
import { lockMethods } from '../sign-in-methods/lock-methods.js';
import { giveUpUsername } from '../usernames/former-usernames.js';
import {
  deletePlan,
  deleteTraces,
  eraseMember,
  findNextLeaver,
  findPlan,
  lockLeaver,
  planDeletion,
  type Leaver,
  type PlannedDeletion,
} from './deletions.queries.js';

/** Deletes members' accounts after 14 days, unless they cancel in time. */
@Injectable()
export class DeletionsService {
  constructor(
    private readonly database: Database,
    private readonly avatars: AvatarsService,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventsRecorder,
    private readonly mails: MailQueue,
    private readonly state: ProcessState,
  ) {}

  /** Plans the deletion in 14 days, and ends all sessions. @throws AppError MEMBER_NOT_FOUND */
  async request(asked: RpcInput<typeof requestDeletion>): Promise<PlannedDeletion> {
    const { memberId, keepsPosts, origin } = asked;
    const { planned } = await this.sessions.transaction(memberId, async (tx) => {
      await lockSignedIn(tx, asked);
      const planned = await planDeletion(tx, memberId, { keepsPosts });
      const data = { until: planned.deletionAt };
      await this.mails.notify(tx, memberId, { template: 'deletion-requested', data });
      await this.events.record(tx, { memberId, kind: 'deletion-requested', origin });
      const ended = await this.sessions.endAllOf(tx, memberId, { detail: 'account-deleted', origin });
      return { planned, ended };
    });
    return planned;
  }

  /** Cancels the deletion. @throws AppError MEMBER_NOT_FOUND once the account is deleted */
  async cancel(memberId: number, origin: RequestOrigin): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockMember(tx, memberId);
      if (await deletePlan(tx, memberId))
        await this.events.record(tx, { memberId, kind: 'deletion-cancelled', origin });
    });
  }

  /** Returns the planned deletion of a member's account, or null. */
  find(memberId: number): Promise<PlannedDeletion | null> {
    return findPlan(this.database.read, memberId);
  }

  /**
   * Deletes the accounts whose deletion is due, the longest due first, until the process is to stop. One that
   * cannot be deleted delays no other one.
   * @throws AggregateError of what failed
   */
  async carryOutDue(): Promise<void> {
    const failures = new Map<number, unknown>();
    const next = async () =>
      this.state.stopping.aborted ? null : findNextLeaver(this.database.read, failures.keys());
    for (let memberId = await next(); memberId !== null; memberId = await next()) {
      const leaverId = memberId;
      await this.carryOut(leaverId).catch((error: unknown) => failures.set(leaverId, error));
    }
    if (failures.size > 0)
      throw new AggregateError(
        failures.values(),
        `members were not deleted: ${[...failures.keys()].join(', ')}`,
      );
  }

  /**
   * Deletes an account. One transaction deletes everything that auth stores of the member and records the
   * event that makes the other services do their part, so a process that ends at any point leaves nothing
   * half done.
   */
  private carryOut(memberId: number): Promise<unknown> {
    return this.sessions.transaction(memberId, async (tx) => {
      await lockMethods(tx, memberId);
      const leaver = await lockLeaver(tx, memberId);
      return { ended: leaver ? await this.erase(tx, leaver) : [] };
    });
  }

  /** Erases a member and returns the hashes of the sessions that ended. */
  private async erase(tx: Tx, leaver: Leaver): Promise<string[]> {
    const { id: memberId, username, email, avatarSha256, keepsPosts, isSuspended, statusVersion } = leaver;
    const system = { doneBy: 'system' } as const;
    const ended = await this.sessions.endAllOf(tx, memberId, { detail: 'account-deleted', ...system });
    await deleteTraces(tx, memberId);
    if (email !== null)
      await this.mails.queue(tx, { template: 'deletion-done', to: email, memberId: null, data: {} });
    const erased = await eraseMember(tx, memberId, newPublicToken());
    // The name is reserved for 90 days, so that nobody can pose as the former member. It leads to no profile.
    await giveUpUsername(tx, username, memberId);
    if (avatarSha256 !== null) await this.avatars.release(tx, avatarSha256);
    await this.events.record(tx, { memberId, kind: 'deleted', ...system });
    const profile = { memberId, avatar: null, isVerified: false, ...erased };
    await recordEvent(tx, memberProfileChanged, { profile });
    const status = { isSuspended, version: statusVersion };
    await recordEvent(tx, memberDeleted, { memberId, keepsPosts, status });
    return ended;
  }
}
