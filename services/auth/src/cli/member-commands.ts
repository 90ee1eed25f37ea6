import type { Database } from '@likewell/service-kit/database/database';
import { readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import { MemberStatusService } from '../members/member-status.service.js';
import type { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import type { SessionCache } from '../sessions/session-cache.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { grantArguments, memberArguments } from './member-arguments.js';
import { operatorOf, type OperatorRules } from './operator-arguments.js';

/** What a command works with. */
export interface MemberCommandTools {
  readonly database: Database;
  readonly cache: SessionCache;
  readonly events: SecurityEventsRecorder;
  readonly rules: OperatorRules;
}

/**
 * What an operator says about a member on the command line, done, with who did it and why. It ends once it is in force
 * everywhere.
 * @returns what to tell the operator
 * @throws UserFacingError
 */
export type MemberCommand = (tools: MemberCommandTools, given: readonly string[]) => Promise<string>;

/** `make grant user=… role=… verified=…`: what a member may do, and their badge. A role is granted for a reason. */
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
 * `make suspend user=… why=…`: ends their sessions at once; posts hides what they wrote, and the ledger takes no more tips
 * to it. They learn of it when they prove who they are.
 */
export const suspend: MemberCommand = async (tools, given) => {
  const { user, ...said } = readCliArguments(memberArguments, given);
  const ended = await memberStatus(tools).suspend(user, operatorOf(said, tools.rules));
  if (ended === null) return `${user} is suspended already.`;
  return `${user} is suspended: ${ended} sessions ended, the posts are being hidden. To undo: make reinstate user=${user}`;
};

/** `make reinstate user=…`: undoes a suspension; the member may sign in, and their posts are as they were. */
export const reinstate: MemberCommand = async (tools, given) => {
  const { user, ...said } = readCliArguments(memberArguments, given);
  const operator = operatorOf(said, withoutReason(tools.rules));
  const isReinstated = await memberStatus(tools).reinstate(user, operator);
  return isReinstated ? `${user} may sign in again; the posts are coming back.` : `${user} is not suspended.`;
};

const withoutReason = (rules: OperatorRules): OperatorRules => ({ ...rules, needsReasons: false });

const memberStatus = ({ database, cache, events }: MemberCommandTools) =>
  new MemberStatusService(database, new SessionsService(database, cache, events), cache, events);
