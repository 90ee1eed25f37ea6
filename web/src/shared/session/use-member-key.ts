import { type QueryFunction, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useMemberId } from './session-store';

/** The cache's key of what the signed-in member alone reads. */
export const useMemberKey = (name: string) => [name, useMemberId()] as const;

/** Reads what the signed-in member alone reads. */
export const useMemberQuery = <Data>(
  name: string,
  queryFn: QueryFunction<Data>,
  options?: Pick<UseQueryOptions<Data>, 'gcTime' | 'refetchInterval'>,
) => useQuery<Data>({ ...options, queryKey: useMemberKey(name), queryFn });

/**
 * Returns a function that reads again what a change of the member's account affects: what has these names, for
 * which it waits, and the security events, which list each change.
 */
export function useReadAgain(...names: string[]): () => Promise<unknown> {
  const client = useQueryClient();
  const memberId = useMemberId();
  const readOne = (name: string) => client.invalidateQueries({ queryKey: [name, memberId] });
  return () => {
    void readOne('security-events');
    return Promise.all(names.map(readOne));
  };
}
