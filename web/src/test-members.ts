import type { User } from '@likewell/contracts/gateway/user';
import { afterEach, beforeEach } from 'vitest';
import { dropSession, saveSession } from './shared/session/session-store';

/** Members for tests that sign in. */
export const mary: User = {
  id: 1001,
  username: 'mary',
  avatar: '/a.webp',
  is_verified: false,
  email: null,
  tokens: 0,
  tokensNano: '0',
  public_token: 'm',
  role: 'member',
};
export const tom: User = { ...mary, id: 1002, username: 'tom', public_token: 't' };

/** Signs a member in before each test of a file, and out after it. */
export function signInAs(member: User): void {
  beforeEach(() => saveSession('secret', member));
  afterEach(() => dropSession());
}
