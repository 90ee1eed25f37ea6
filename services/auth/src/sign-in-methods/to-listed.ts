import type { ListedMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';
import type { SignInMethodRow } from './sign-in-methods.queries.js';

/** Converts a row for its member. */
export const toListed = ({ createdAt, ...row }: SignInMethodRow): ListedMethod => ({
  ...row,
  createdAt: createdAt.toISOString(),
});
