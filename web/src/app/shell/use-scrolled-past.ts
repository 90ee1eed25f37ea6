import { useCallback, useSyncExternalStore } from 'react';

/** Returns true while the window is scrolled further than `pixels`. */
export function useScrolledPast(pixels: number): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => window.scrollY > pixels, [pixels]),
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}
