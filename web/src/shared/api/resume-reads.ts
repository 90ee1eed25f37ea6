import type { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error';
import { whenReachable } from './use-when-reachable';

/** Asks again, silently, for what an outage kept from the screen, once the site can be reached. */
export function resumeReads(client: QueryClient): () => void {
  return whenReachable(
    () =>
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state: { status, error, data } }) =>
          status === 'error' && data === undefined && isPassing(error),
      }),
  );
}
