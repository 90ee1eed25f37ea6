import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error';

/**
 * Creates the page's cache of server data. Failed reads are logged and otherwise silent (spec, section 8);
 * loaded data stays. Requests do not depend on the browser's online status.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => console.error(`Could not load ${String(query.queryKey[0])}`, error),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
