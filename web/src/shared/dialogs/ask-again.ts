import { followSession, getSession } from '../session/session-store';
import { type DialogRequest, openDialog, removeDialog, whenGone } from './dialog-store';

let asked: Promise<boolean> | null = null;

/**
 * Asks the member to confirm that it is them; false where they would rather not, or are signed in no more. Calls that want it
 * at the same time ask once.
 * @param details of the response that wants it: the ways in which they can
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
