import { getSession } from './session-store';

/**
 * Waits for a change, and calls `onChanged` unless somebody else has signed in meanwhile. This is part of the
 * change, since its form may be gone from the page before the response comes.
 */
export async function finishChange<Result>(
  change: Promise<Result>,
  onChanged: (result: Result) => void,
): Promise<void> {
  const { token } = getSession();
  const result = await change;
  const { token: current } = getSession();
  if (current === token || current === null) onChanged(result);
}
