import type { Database } from '@likewell/service-kit/database/database';
import { readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import { MemberStatusChanges } from './member-status-changes.js';
import type { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import type { SessionCache } from '../sessions/session-cache.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { grantArguments, memberArguments } from './member-arguments.js';
import { operatorOf, type OperatorRules } from './operator-arguments.js';

/** Objects that a command works with. */
export interface MemberCommandTools {
  readonly database: Database;
  readonly cache: SessionCache;
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
export const grant: MemberCommand = async (tools, given) => {
  const { user, role, verified, ...said } = readCliArguments(grantArguments, given);
  const operator = operatorOf(said, role === undefined ? withoutReason(tools.rules) : tools.rules);
  await memberStatus(tools).grant(user, { role, isVerified: verified }, operator);
  const sentences = [
    ...(role === undefined ? [] : [`${user} is ${role === 'admin' ? 'an' : 'a'} ${role} now.`]),
    ...(verified === undefined
      ? []
      : [`${user} ${verified ? 'has the verified badge' : 'has no verified badge'} now.`]),
  ];
  return sentences.join('\n');
};

/**
 * Suspends a member: `make suspend user=… why=…`. Their sessions end at once, their posts are hidden, and the
 * ledger accepts no more tips to these posts. They learn of it when they next prove their identity.
 */
export const suspend: MemberCommand = async (tools, given) => {
  const { user, ...said } = readCliArguments(memberArguments, given);
  const ended = await memberStatus(tools).suspend(user, operatorOf(said, tools.rules));
  if (ended === null) return `${user} is suspended already.`;
  return `${user} is suspended: ${ended} sessions ended, the posts are being hidden. To undo: make reinstate user=${user}`;
};

/** Ends a suspension: `make reinstate user=…`. The member may sign in again, and their posts are shown as before. */
export const reinstate: MemberCommand = async (tools, given) => {
  const { user, ...said } = readCliArguments(memberArguments, given);
  const operator = operatorOf(said, withoutReason(tools.rules));
  const isReinstated = await memberStatus(tools).reinstate(user, operator);
  return isReinstated ? `${user} may sign in again; the posts are coming back.` : `${user} is not suspended.`;
};

const withoutReason = (rules: OperatorRules): OperatorRules => ({ ...rules, needsReasons: false });

const memberStatus = ({ database, cache, events }: MemberCommandTools) =>
  new MemberStatusChanges(database, new SessionsService(database, cache, events), events);
