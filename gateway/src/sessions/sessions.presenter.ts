import type { ListedMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';
import type { ListedSession } from '@likewell/contracts/auth/sessions-rpc';
import { likeNumber } from '@likewell/contracts/core/money';
import type { SessionItem, SignInMethodItem } from '@likewell/contracts/gateway/sessions';

export const sessionView = ({
  createdAt,
  lastUsedAt,
  isThis,
  isThisNetwork,
  ...session
}: ListedSession): SessionItem => ({
  ...session,
  created_at: createdAt,
  last_used_at: lastUsedAt,
  this_session: isThis,
  this_network: isThisNetwork,
});

export const methodView = ({ createdAt, ...method }: ListedMethod): SignInMethodItem => ({
  ...method,
  created_at: createdAt,
});

/** The amount above which a tip needs a confirmation. */
export const tipLimitView = ({ limitNano }: { readonly limitNano: bigint | null }) => ({
  limit: limitNano === null ? null : likeNumber(limitNano),
  limitNano: limitNano?.toString() ?? null,
});
