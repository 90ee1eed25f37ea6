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

/**
 * Lets the page read the stored session and theme again when the browser shows it as it was left: until then it
 * has heard nothing of other tabs. An event without a key may be about any; {@link followStored}, which drafts are
 * followed by, leaves it out, since a form may have words that could not be stored.
 */
export function hearWhatWasMissed(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.dispatchEvent(new StorageEvent('storage'));
  });
}
