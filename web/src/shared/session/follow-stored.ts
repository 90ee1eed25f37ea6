import { type Key, readStored } from './local-storage';

/**
 * Calls `onChange` after another tab has changed the text that local storage has under a key, also while the
 * browser kept this page as it was left. Returns a function that stops this. The text has to be read again, since
 * an event's own value may be older than what has been stored since.
 */
export function followStored(key: Key, onChange: () => void): () => void {
  const following = new AbortController();
  const { signal } = following;
  let left: string | null = null;
  const hear = (event: StorageEvent) => {
    if (event.key === key) onChange();
  };
  const leave = () => (left = readStored(key));
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted && readStored(key) !== left) onChange();
  };
  window.addEventListener('storage', hear, { signal });
  window.addEventListener('pagehide', leave, { signal });
  window.addEventListener('pageshow', comeBack, { signal });
  return () => following.abort();
}
