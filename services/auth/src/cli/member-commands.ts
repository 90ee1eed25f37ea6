import { memberProfileChanged, memberStatusChanged } from '@likewell/contracts/auth/events';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import type { Database, Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { readCliArguments, UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { operatorOf, type OperatorRules } from '@likewell/service-kit/process/operator-arguments';
import { toPublicProfile } from '../members/member-profile.js';
import { updateRole, updateStatus, updateVerified } from '../members/member-status.queries.js';
import { hasSecondFactorNow } from '../second-factors/has-second-factor.js';
import type { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import type { SessionsService } from '../sessions/sessions.service.js';
import { grantArguments, memberArguments } from './member-arguments.js';
import { idNamed, lockNamed } from './named-member.js';

/** Objects that a command works with. */
export interface MemberCommandTools {
  readonly database: Database;
  readonly sessions: SessionsService;
  readonly events: SecurityEventsRecorder;
  readonly rules: OperatorRules;
}

/**
 * An operator's command about a member. The operator and the reason are recorded. It ends once the change is
 * in force everywhere.
 * @returns the message for the operator
 * @throws UserFacingError
 */
export type MemberCommand = (tools: MemberCommandTools, given: readonly string[]) => Promise<string>;

/** Changes a member's role or verified badge: `make grant user=… role=… verified=…`. A role needs a reason. */
export const grant: MemberCommand = async ({ database, sessions, events, rules }, given) => {
  const { user, role, verified, ...said } = readCliArguments(grantArguments, given);
  const doneBy = operatorOf(said, role === undefined ? withoutReason(rules) : rules);
  const work = async (tx: Tx) => {
    const { member } = await lockNamed(tx, user);
    const { memberId } = member;
    if (verified !== undefined && verified !== member.isVerified) {
      await changeVerified(tx, member, verified);
      const detail = verified ? 'granted' : 'withdrawn';
      await events.record(tx, { memberId, kind: 'verification-changed', detail, doneBy });
    }
    if (role !== undefined && role !== member.role) {
      if (role !== 'member' && !(await hasSecondFactorNow(tx, memberId)))
        throw new UserFacingError(needsFactor(user));
      await updateRole(tx, memberId, role);
      await events.record(tx, { memberId, kind: 'role-changed', detail: role, doneBy });
    }
    return { outdated: await sessions.hashesOf(tx, memberId) };
  };
  // Sessions carry the role alone.
  if (role === undefined) await database.transaction(work);
  else await sessions.transaction(await idNamed(database.read, user), work);
  const sentences = [
    ...(role === undefined ? [] : [`${user} is ${role === 'admin' ? 'an' : 'a'} ${role} now.`]),
    ...(verified === undefined
      ? []
      : [`${user} ${verified ? 'has the verified badge' : 'has no verified badge'} now.`]),
  ];
  return sentences.join('\n');
};

/**
 * Suspends a member: `make suspend user=… why=…`. Their sessions end at once, they can begin none, their posts
 * are hidden, and the ledger accepts no more tips to these posts. They learn of it when they next prove their
 * identity.
 */
export const suspend: MemberCommand = async ({ database, sessions, events, rules }, given) => {
  const { user, ...said } = readCliArguments(memberArguments, given);
  const doneBy = operatorOf(said, rules);
  const { ended } = await sessions.transaction(await idNamed(database.read, user), async (tx) => {
    const { member, status } = await lockNamed(tx, user);
    if (status === 'suspended') return {};
    const { memberId } = member;
    await changeStatus(tx, memberId, 'suspended');
    await events.record(tx, { memberId, kind: 'suspended', doneBy });
    return { ended: await sessions.endAllOf(tx, memberId, { detail: 'suspended', doneBy }) };
  });
  if (!ended) return `${user} is suspended already.`;
  return `${user} is suspended: ${ended.length} sessions ended, the posts are being hidden. To undo: make reinstate user=${user}`;
};

/** Ends a suspension: `make reinstate user=…`. The member may log in again, and their posts are shown as before. */
export const reinstate: MemberCommand = async ({ database, events, rules }, given) => {
  const { user, ...said } = readCliArguments(memberArguments, given);
  const doneBy = operatorOf(said, withoutReason(rules));
  const isReinstated = await database.transaction(async (tx) => {
    const { member, status } = await lockNamed(tx, user);
    if (status !== 'suspended') return false;
    await changeStatus(tx, member.memberId, 'active');
    await events.record(tx, { memberId: member.memberId, kind: 'reinstated', doneBy });
    return true;
  });
  return isReinstated ? `${user} may log in again; the posts are coming back.` : `${user} is not suspended.`;
};

const withoutReason = (rules: OperatorRules): OperatorRules => ({ ...rules, needsReasons: false });

const needsFactor = (username: string) =>
  `${username} has no second factor, which a moderator or admin must have. They add one first: Settings, Security, a passkey or an authenticator app.`;

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
