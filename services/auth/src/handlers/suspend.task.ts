import type { Database } from '@likewell/service-kit/database/database';
import { memberWords, readWords } from '../domain/task-words.js';
import type { SessionCache } from '../storage/session-cache.js';
import { changeStanding } from '../storage/standing.js';
import { lockNamed } from '../storage/named-member.js';

/**
 * `make suspend user=…`: ends her sessions at once; posts hides what she wrote, and the ledger takes no more tips to
 * it. She learns of it when she proves who she is.
 * @returns what to tell the operator
 * @throws TaskProblem
 */
export async function suspend(
  database: Database,
  cache: SessionCache,
  given: readonly string[],
): Promise<string> {
  const { user } = readWords(memberWords, given);
  const ended = await database.transaction(async (tx) => {
    const { member, status } = await lockNamed(tx, user);
    return status === 'suspended' ? null : changeStanding(tx, member.memberId, true);
  });
  if (ended === null) return `${user} is suspended already.`;
  await cache.revokeSurely(ended);
  return `${user} is suspended: ${ended.length} sessions ended, the posts are being hidden. To undo: make reinstate user=${user}`;
}

/**
 * `make reinstate user=…`: undoes a suspension; the member may sign in, and her posts are as they were.
 * @returns what to tell the operator
 * @throws TaskProblem
 */
export async function reinstate(database: Database, given: readonly string[]): Promise<string> {
  const { user } = readWords(memberWords, given);
  return database.transaction(async (tx) => {
    const { member, status } = await lockNamed(tx, user);
    if (status !== 'suspended') return `${user} is not suspended.`;
    await changeStanding(tx, member.memberId, false);
    return `${user} may sign in again; the posts are coming back.`;
  });
}
