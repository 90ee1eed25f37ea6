import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

/**
 * A mutation of which a press does nothing while one is under way. The component that shows it knows that a moment late, and a double
 * press is quicker, so the cache is asked.
 */
export function useSingleMutation<Result, Given = void>(
  options: Pick<UseMutationOptions<Result, Error, Given>, 'mutationFn' | 'onSuccess' | 'onSettled'>,
) {
  const client = useQueryClient();
  const mutationKey = [useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const mutate: typeof mutation.mutate = (...given) => {
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(...given);
  };
  return { ...mutation, mutate };
}
