import type { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error';
import { whenReachable } from './use-when-reachable';

/**
 * Repeats failed reads of the screen, silently, once the site can be reached. A next page that has failed is
 * left to its list: here all pages would be read again.
 */
export function resumeReads(client: QueryClient): () => void {
  return whenReachable(
    () =>
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state: { status, error, fetchMeta } }) =>
          status === 'error' && !fetchMeta?.fetchMore && isPassing(error),
      }),
  );
}
