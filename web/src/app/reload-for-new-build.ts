const KEY = 'reloaded-at';
const NOT_AGAIN_WITHIN_MS = 60_000;

/**
 * A page that was opened before a release asks for parts that are gone; loading it anew gets the new ones.
 * At most once a minute, so that a part that is really missing does not reload for ever.
 */
export function reloadForNewBuild(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(KEY)) < NOT_AGAIN_WITHIN_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      return;
    }
    event.preventDefault();
    location.reload();
  });
}
