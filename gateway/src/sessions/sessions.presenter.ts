import type { ListedMethod, ListedSession } from '@likewell/contracts/auth/security-rpc';
import { likeNumber } from '@likewell/contracts/core/money';
import type { SessionItem, SignInMethodItem } from '@likewell/contracts/gateway/sessions';

/** A place where the member is signed in. */
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

/** What signs the member in. */
export const methodView = ({ createdAt, ...method }: ListedMethod): SignInMethodItem => ({
  ...method,
  created_at: createdAt,
});

/** The tip above which the member wants to be asked. */
export const tipLimitView = ({ limitNano }: { readonly limitNano: bigint | null }) => ({
  limit: limitNano === null ? null : likeNumber(limitNano),
  limitNano: limitNano?.toString() ?? null,
});
