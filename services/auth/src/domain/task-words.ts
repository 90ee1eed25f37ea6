import { memberRole } from '@likewell/contracts/auth/profile';
import { z } from 'zod';

/** What an operator has to read: a task that cannot be done as it was asked. */
export class TaskProblem extends Error {}

const user = z.string('Say whom: user=maya').trim().toLowerCase().min(1, 'Say whom: user=maya');

/** The words of `make suspend` and `make reinstate`. */
export const memberWords = z.strictObject({ user });

/** The words of `make grant`: a role, the verified badge, or both. */
export const grantWords = z
  .strictObject({
    user,
    role: z.enum(memberRole.options, `role is one of ${memberRole.options.join(', ')}`).optional(),
    verified: z
      .enum(['true', 'false'], 'verified is true or false')
      .transform((text) => text === 'true')
      .optional(),
  })
  .refine(
    ({ role, verified }) => role !== undefined || verified !== undefined,
    'Say what to grant: role=moderator, or verified=true',
  );

/**
 * Reads `name=value` words as a task declares them; a word without a value counts as not given, for make hands on
 * all that it knows.
 * @throws TaskProblem
 */
export function readWords<Words extends z.ZodType>(words: Words, given: readonly string[]): z.output<Words> {
  const pairs = given.map((word) => {
    const [name = '', ...value] = word.split('=');
    return [name, value.join('=')] as const;
  });
  const result = words.safeParse(Object.fromEntries(pairs.filter(([, value]) => value !== '')));
  if (result.success) return result.data;
  throw new TaskProblem(result.error.issues.map(({ message }) => message).join('\n'));
}
