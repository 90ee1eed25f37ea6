import { createStore, useStore } from '../store/store';

const TICK_MS = 15_000;

const now = createStore(Date.now(), () => {
  const renew = () => now.set(Date.now());
  // The value is not updated while nothing uses it; React reads it again after subscribing.
  renew();
  const timer = setInterval(renew, TICK_MS);
  return () => clearInterval(timer);
});

/** Returns the time in milliseconds, updated every few seconds; one timer serves the whole page. */
export const useNow = (): number => useStore(now);
