import { memberProfileChanged, memberStatusChanged } from '@likewell/contracts/auth/events';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { MemberRole } from '@likewell/contracts/core/member-role';
import type { Database, Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import type { SecurityEventsRecorder, Operator } from '../security-events/security-events.recorder.js';
import { hasSecondFactorNow } from '../second-factors/has-second-factor.js';
import type { SessionsService } from '../sessions/sessions.service.js';
import { toPublicProfile } from '../members/member-profile.js';
import { updateRole, updateStatus, updateVerified } from '../members/member-status.queries.js';
import { findNamed, lockNamed } from './named-member.js';

/** An operator's grant to a member: a role, the verified badge or its removal, or both. */
export interface Grant {
  readonly role?: MemberRole | undefined;
  readonly isVerified?: boolean | undefined;
}

/** Status and roles of members: a suspended member may do nothing, and roles give further rights. */
export class MemberStatusChanges {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /**
   * Changes a role or the badge, and waits until that is in force everywhere; for a process that ends
   * afterwards.
   * @throws UserFacingError
   */
  async grant(username: string, grant: Grant, doneBy: Operator): Promise<void> {
    const work = (tx: Tx) => this.grantIn(tx, username, grant, doneBy);
    // Sessions carry the role alone.
    if (grant.role === undefined) await this.database.transaction(work);
    else await this.sessions.transaction(await this.idOf(username), work);
  }

  private async grantIn(tx: Tx, username: string, { role, isVerified }: Grant, doneBy: Operator) {
    const { member } = await lockNamed(tx, username);
    const { memberId } = member;
    if (isVerified !== undefined && isVerified !== member.isVerified) {
      await changeVerified(tx, member, isVerified);
      const detail = isVerified ? 'granted' : 'withdrawn';
      await this.events.record(tx, { memberId, kind: 'verification-changed', detail, doneBy });
    }
    if (role !== undefined && role !== member.role) {
      if (role !== 'member' && !(await hasSecondFactorNow(tx, memberId)))
        throw new UserFacingError(needsFactor(username));
      await updateRole(tx, memberId, role);
      await this.events.record(tx, { memberId, kind: 'role-changed', detail: role, doneBy });
    }
    return { outdated: await this.sessions.hashesOf(tx, memberId) };
  }

  /**
   * Suspends a member: their sessions end, they can begin none, their posts are hidden, and tips to these
   * stop.
   * @returns the number of sessions that ended; null for a member who is already suspended
   * @throws UserFacingError
   */
  async suspend(username: string, doneBy: Operator): Promise<number | null> {
    const { ended } = await this.sessions.transaction(await this.idOf(username), async (tx) => {
      const { member, status } = await lockNamed(tx, username);
      if (status === 'suspended') return {};
      const { memberId } = member;
      await changeStatus(tx, memberId, 'suspended');
      await this.events.record(tx, { memberId, kind: 'suspended', doneBy });
      return { ended: await this.sessions.endAllOf(tx, memberId, { detail: 'suspended', doneBy }) };
    });
    return ended?.length ?? null;
  }

  /** Ends a suspension; returns false for a member who is not suspended. @throws UserFacingError */
  async reinstate(username: string, doneBy: Operator): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const { member, status } = await lockNamed(tx, username);
      if (status !== 'suspended') return false;
      await changeStatus(tx, member.memberId, 'active');
      await this.events.record(tx, { memberId: member.memberId, kind: 'reinstated', doneBy });
      return true;
    });
  }

  private async idOf(username: string): Promise<number> {
    return (await findNamed(this.database.read, username)).member.memberId;
  }
}

const needsFactor = (username: string) =>
  `${username} has no second factor, which a moderator or admin must have. They add one first: Settings, Security, a passkey or an app for codes.`;

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
