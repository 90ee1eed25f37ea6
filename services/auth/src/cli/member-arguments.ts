import { memberRole } from '@likewell/contracts/core/member-role';
import { operatorArguments } from '@likewell/service-kit/process/operator-arguments';
import { z } from 'zod';

const user = z.string('Say whom: user=maya').trim().toLowerCase().min(1, 'Say whom: user=maya');

/** The arguments of `make suspend` and `make reinstate`. */
export const memberArguments = z.strictObject({ user, ...operatorArguments });

/** The arguments of `make grant`: a role, the verified badge, or both. */
export const grantArguments = memberArguments
  .extend({
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
