import type { ListedMethod } from '@likewell/contracts/auth/security-rpc';
import type { SignInMethodRow } from './sign-in-methods.queries.js';

/** A row as its member sees it. */
export const toListed = ({ createdAt, ...row }: SignInMethodRow): ListedMethod => ({
  ...row,
  createdAt: createdAt.toISOString(),
});
