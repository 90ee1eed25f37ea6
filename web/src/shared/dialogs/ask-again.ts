import { followSession, getSession } from '../session/session-store';
import { type DialogRequest, openDialog, removeDialog, whenGone } from './dialog-store';

let asked: Promise<boolean> | null = null;

/**
 * Asks the member to confirm their identity; returns false when they do not, or are no longer signed in.
 * Concurrent calls that need it share one question.
 * @param details of the response that requires it: the ways to confirm
 */
export function askAgain(details: unknown): Promise<boolean> {
  asked ??= ask(waysOf(details)).finally(() => (asked = null));
  return asked;
}

const ask = (ways: readonly string[]) =>
  new Promise<boolean>((resolve) => {
    const request: DialogRequest = { kind: 'confirm', ways, onConfirmed: () => resolve(true) };
    const { token } = getSession();
    openDialog(request);
    const unfollow = followSession(() => {
      if (getSession().token !== token) removeDialog();
    });
    whenGone(request, () => {
      unfollow();
      resolve(false);
    });
  });

function waysOf(details: unknown): readonly string[] {
  const { ways } = (details ?? {}) as { ways?: unknown };
  return Array.isArray(ways) ? ways.filter((way) => typeof way === 'string') : [];
}
