import { useSyncExternalStore } from 'react';

/**
 * Returns the browser's online status. It may be wrong, so it is used for
 * explanations only, not for decisions.
 */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
