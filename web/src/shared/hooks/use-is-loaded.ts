import { useSyncExternalStore } from 'react';

/** True once the browser has loaded all that the page began with. */
export const useIsLoaded = (): boolean =>
  useSyncExternalStore(subscribe, () => document.readyState === 'complete');

function subscribe(listener: () => void): () => void {
  addEventListener('load', listener);
  return () => removeEventListener('load', listener);
}
