import type { QueryClient } from '@tanstack/react-query';
import { createStore, useStore } from '../store/store';
import { whenIdle } from './when-idle';

const IDLE_WITHIN_MS = 1000;
const LONGEST_MS = 3000;

const isLoaded = createStore(false);

/**
 * Returns true once the first screen is complete, by {@link awaitFirstScreen}: what is loaded after that does
 * not delay its texts.
 */
export const useIsLoaded = (): boolean => useStore(isLoaded);

/**
 * Waits until the browser has loaded the page with its pictures, and the first screen has no running requests;
 * for some seconds at most.
 */
export async function awaitFirstScreen(queries: QueryClient): Promise<void> {
  const giveUpAt = Date.now() + LONGEST_MS;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      window.addEventListener('load', resolve, { once: true });
      setTimeout(resolve, LONGEST_MS);
    });
  do await whenIdle(IDLE_WITHIN_MS);
  while (queries.isFetching() > 0 && Date.now() < giveUpAt);
  isLoaded.set(true);
}
