import type { Database } from '@likewell/service-kit/database/database';
import { readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import { MemberStatusService } from '../members/member-status.service.js';
import type { SessionCache } from '../sessions/session-cache.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { grantArguments, memberArguments } from './member-arguments.js';

/**
 * What an operator says about a member on the command line, done. It ends once it is in force everywhere.
 * @returns what to tell the operator
 * @throws UserFacingError
 */
export type MemberCommand = (
  database: Database,
  cache: SessionCache,
  given: readonly string[],
) => Promise<string>;

/** `make grant user=… role=… verified=…`: what a member may do, and their badge. */
export const grant: MemberCommand = async (database, cache, given) => {
  const { user, role, verified } = readCliArguments(grantArguments, given);
  await memberStatus(database, cache).grant(user, { role, isVerified: verified });
  const sentences = [
    ...(role === undefined ? [] : [`${user} is ${role === 'admin' ? 'an' : 'a'} ${role} now.`]),
    ...(verified === undefined
      ? []
      : [`${user} ${verified ? 'has the verified badge' : 'has no verified badge'} now.`]),
  ];
  return sentences.join('\n');
};

/**
 * `make suspend user=…`: ends their sessions at once; posts hides what they wrote, and the ledger takes no more tips to
 * it. They learn of it when they prove who they are.
 */
export const suspend: MemberCommand = async (database, cache, given) => {
  const { user } = readCliArguments(memberArguments, given);
  const ended = await memberStatus(database, cache).suspend(user);
  if (ended === null) return `${user} is suspended already.`;
  return `${user} is suspended: ${ended} sessions ended, the posts are being hidden. To undo: make reinstate user=${user}`;
};

/** `make reinstate user=…`: undoes a suspension; the member may sign in, and their posts are as they were. */
export const reinstate: MemberCommand = async (database, cache, given) => {
  const { user } = readCliArguments(memberArguments, given);
  const isReinstated = await memberStatus(database, cache).reinstate(user);
  return isReinstated ? `${user} may sign in again; the posts are coming back.` : `${user} is not suspended.`;
};

const memberStatus = (database: Database, cache: SessionCache) =>
  new MemberStatusService(database, new SessionsService(database, cache), cache);
