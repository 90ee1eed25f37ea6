/**
 * Calls `onChange` after another tab has changed the text that local storage has under a key. Returns a
 * function that stops this. The text has to be read again, since an event's own value may be older than what
 * has been stored since.
 */
export function followStored(key: string, onChange: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key) onChange();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
