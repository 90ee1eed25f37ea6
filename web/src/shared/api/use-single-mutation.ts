import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { getSession } from '../session/session-store';

/**
 * A mutation that ignores a press while one is running, until the component has rendered its result.
 * `isPending` reaches the component a moment late at both ends, and a double press or a held key is faster.
 */
export function useSingleMutation<Result, Given = void, Before = unknown>(
  options: UseMutationOptions<Result, Error, Given, Before>,
) {
  const mutation = useMutation(options);
  const { isPending, submittedAt } = mutation;
  const isUnderWay = useRef(false);
  // Also after a mutation that ended before it was rendered as pending.
  useLayoutEffect(() => {
    if (!isPending) isUnderWay.current = false;
  }, [isPending, submittedAt]);
  const mutate: typeof mutation.mutate = (...given) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutation.mutate(...given);
  };
  const reset = () => {
    isUnderWay.current = false;
    mutation.reset();
  };
  return { ...mutation, mutate, reset };
}

/**
 * Forgets what was said of earlier changes, so that it neither hides the outcome of the next one nor stands beside it.
 * A pending mutation goes on.
 */
export function resetSettled(...mutations: { isPending: boolean; reset: () => void }[]): void {
  for (const { isPending, reset } of mutations) if (!isPending) reset();
}

/**
 * Waits for a member's change, and calls `onChanged` unless somebody else has signed in meanwhile. This is
 * part of the mutation, since its form may be gone from the page before the response comes.
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
