import { readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import { operatorOf } from '@likewell/service-kit/process/operator-arguments';
import { z } from 'zod';
import { deletePlan, planDeletion } from '../deletions/deletions.queries.js';
import { idNamed, lockNamed } from './named-member.js';
import { memberArguments } from './member-arguments.js';
import type { MemberCommand } from './member-commands.js';

const words = memberArguments.extend({
  posts: z.enum(['keep', 'remove'], 'posts is keep or remove').default('keep'),
  days: z
    .string()
    .regex(/^\d{1,3}$/, 'days is a whole number up to 999; 0 is within a minute')
    .transform(Number)
    .prefault('14'),
  undo: z.literal('yes', 'undo is yes, or left out').optional(),
});

/**
 * Deletes an account for a member who requests it in another way than on the page: `make delete-member user=…
 * posts=keep|remove days=14 why=…`. It ends their sessions. Until the deletion, they or `undo=yes` can cancel
 * it.
 */
export const deleteMember: MemberCommand = async ({ database, sessions, events, rules }, given) => {
  const { user, posts, days, undo, ...said } = readCliArguments(words, given);
  const doneBy = operatorOf(said, rules);
  if (undo) {
    const isCalledOff = await database.transaction(async (tx) => {
      const { memberId } = (await lockNamed(tx, user)).member;
      const isPlanned = await deletePlan(tx, memberId);
      if (isPlanned) await events.record(tx, { memberId, kind: 'deletion-cancelled', doneBy });
      return isPlanned;
    });
    return isCalledOff ? `${user} stays.` : `${user} does not leave.`;
  }
  const { deletionAt, ended } = await sessions.transaction(await idNamed(database.read, user), async (tx) => {
    const { memberId } = (await lockNamed(tx, user)).member;
    const { deletionAt } = await planDeletion(tx, memberId, { keepsPosts: posts === 'keep', days });
    await events.record(tx, { memberId, kind: 'deletion-requested', doneBy });
    const ending = { detail: 'account-deleted', doneBy } as const;
    return { deletionAt, ended: await sessions.endAllOf(tx, memberId, ending) };
  });
  return (
    `${user} is deleted on ${deletionAt}; ${ended.length} sessions ended. They are told when they log in. ` +
    `To undo: make delete-member user=${user} undo=yes`
  );
};
