import { getSession } from './session-store';

/**
 * Checks that it is still this member who is signed in: a wallet or a window may answer after another one has
 * signed in, in this tab or in another. @throws Error with a sentence for who pressed the button
 */
export function requireMember(id: number | undefined): void {
  if (getSession().user?.id !== id)
    throw new Error('Another account is logged in by now. Please start again.');
}
