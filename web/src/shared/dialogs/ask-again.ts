import { type DialogRequest, openDialog, whenGone } from './dialog-store';

let asked: Promise<boolean> | null = null;

/**
 * Asks the member to confirm that it is them; false where they would rather not. Calls that want it at the same time
 * ask once.
 * @param details of the response that wants it: the ways in which they can
 */
export function askAgain(details: unknown): Promise<boolean> {
  asked ??= ask(waysOf(details)).finally(() => (asked = null));
  return asked;
}

const ask = (ways: readonly string[]) =>
  new Promise<boolean>((resolve) => {
    const request: DialogRequest = { kind: 'confirm', ways, onConfirmed: () => resolve(true) };
    openDialog(request);
    whenGone(request, () => resolve(false));
  });

function waysOf(details: unknown): readonly string[] {
  const { ways } = (details ?? {}) as { ways?: unknown };
  return Array.isArray(ways) ? ways.filter((way) => typeof way === 'string') : [];
}
