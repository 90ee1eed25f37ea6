import type { Database } from '@likewell/service-kit/database/database';
import { grantWords, readWords } from '../domain/task-words.js';
import type { SessionCache } from '../storage/session-cache.js';
import { changeRole, changeVerified } from '../storage/standing.js';
import { lockNamed } from '../storage/named-member.js';

/**
 * `make grant user=… role=… verified=…`: what a member may do, and her badge. In force everywhere within a second.
 * @returns what to tell the operator
 * @throws TaskProblem
 */
export async function grant(
  database: Database,
  cache: SessionCache,
  given: readonly string[],
): Promise<string> {
  const { user, role, verified } = readWords(grantWords, given);
  const outdated = await database.transaction(async (tx) => {
    const { member } = await lockNamed(tx, user);
    if (verified !== undefined && verified !== member.isVerified) await changeVerified(tx, member, verified);
    return role === undefined ? [] : changeRole(tx, member.memberId, role);
  });
  await cache.outdateSurely(outdated);
  const said = [
    ...(role === undefined ? [] : [`${user} is ${role === 'admin' ? 'an' : 'a'} ${role} now.`]),
    ...(verified === undefined
      ? []
      : [`${user} ${verified ? 'has the verified badge' : 'has no verified badge'} now.`]),
  ];
  return said.join('\n');
}
