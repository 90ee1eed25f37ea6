import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged, memberStatusChanged } from '@likewell/contracts/auth/events';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { MemberRole } from '@likewell/contracts/core/member-role';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { Injectable } from '@nestjs/common';
import type { Operator } from '../security-events/operator.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionCache } from '../sessions/session-cache.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toPublicProfile } from './member-profile.js';
import {
  findMemberNamed,
  lockMemberNamed,
  hasSecondFactorNow,
  shareMember,
  updateRole,
  updateStatus,
  updateVerified,
} from './member-status.queries.js';
import type { MemberWithStatus } from './member-status.js';

/** What an operator gives a member: a role, the verified badge or its loss, or both. */
export interface Grant {
  readonly role?: MemberRole | undefined;
  readonly isVerified?: boolean | undefined;
}

/** What a member may do: nothing while they are suspended, and more than others by their role. */
@Injectable()
export class MemberStatusService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly cache: SessionCache,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /**
   * The member who proved who they are and may begin a session. They cannot be suspended until the transaction ends,
   * so that no session begins behind a suspension's back.
   * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSED
   */
  async admit(tx: Tx, memberId: number): Promise<OwnProfile> {
    const found = await shareMember(tx, memberId);
    if (found?.status === 'suspended') throw new AppError(authErrors.ACCOUNT_SUSPENDED);
    if (found?.status !== 'active') throw new AppError(authErrors.ACCOUNT_CLOSED);
    return found.member;
  }

  /** In force everywhere within a second, for a process that ends afterwards. @throws UserFacingError */
  async grant(username: string, { role, isVerified }: Grant, doneBy: Operator): Promise<void> {
    const outdated = await this.database.transaction(async (tx) => {
      const { member } = await lockNamed(tx, username);
      const { memberId } = member;
      if (isVerified !== undefined && isVerified !== member.isVerified) {
        await changeVerified(tx, member, isVerified);
        const detail = isVerified ? 'granted' : 'withdrawn';
        await this.events.record(tx, { memberId, kind: 'verification-changed', detail, doneBy });
      }
      if (role === undefined) return [];
      if (role !== member.role) {
        if (role !== 'member' && !(await hasSecondFactorNow(tx, memberId)))
          throw new UserFacingError(needsFactor(username));
        await updateRole(tx, memberId, role);
        await this.events.record(tx, { memberId, kind: 'role-changed', detail: role, doneBy });
      }
      return this.sessions.hashesOf(tx, memberId);
    });
    await this.cache.outdateSurely(outdated);
  }

  /**
   * Ends a member's sessions, and lets them begin none; their posts are hidden, and tips to them stop.
   * @returns how many sessions ended; null for a member who is suspended already
   * @throws UserFacingError
   */
  async suspend(username: string, doneBy: Operator): Promise<number | null> {
    const named = await findMemberNamed(this.database.read, username);
    if (named) await this.sessions.expectEndOf(named.member.memberId);
    const ended = await this.database.transaction(async (tx) => {
      const { member, status } = await lockNamed(tx, username);
      if (status === 'suspended') return null;
      const { memberId } = member;
      await changeStatus(tx, memberId, 'suspended');
      await this.events.record(tx, { memberId, kind: 'suspended', doneBy });
      return this.sessions.endAllOf(tx, memberId, { detail: 'suspended', doneBy });
    });
    if (ended === null) return null;
    await this.cache.revokeSurely(ended);
    return ended.length;
  }

  /** Undoes a suspension; false for a member who is not suspended. @throws UserFacingError */
  async reinstate(username: string, doneBy: Operator): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const { member, status } = await lockNamed(tx, username);
      if (status !== 'suspended') return false;
      await changeStatus(tx, member.memberId, 'active');
      await this.events.record(tx, { memberId: member.memberId, kind: 'reinstated', doneBy });
      return true;
    });
  }
}

const needsFactor = (username: string) =>
  `${username} has no second factor, which a moderator or admin must have. They add one first: Settings, Security, a passkey or an app for codes.`;

/** The member whom an operator named, locked. @throws UserFacingError for nobody, or a deleted account */
async function lockNamed(tx: Tx, username: string): Promise<MemberWithStatus> {
  const found = await lockMemberNamed(tx, username);
  if (!found || found.status === 'deleted') throw new UserFacingError(`There is no member "${username}".`);
  return found;
}

async function changeVerified(tx: Tx, member: OwnProfile, isVerified: boolean): Promise<void> {
  const version = member.version + 1;
  await updateVerified(tx, member.memberId, { isVerified, version });
  await recordEvent(tx, memberProfileChanged, {
    profile: { ...toPublicProfile(member), isVerified, version },
  });
}

async function changeStatus(tx: Tx, memberId: number, status: 'active' | 'suspended'): Promise<void> {
  const version = await updateStatus(tx, memberId, status);
  await recordEvent(tx, memberStatusChanged, { memberId, isSuspended: status === 'suspended', version });
}
