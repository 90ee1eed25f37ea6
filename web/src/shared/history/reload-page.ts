let holds = 0;
let isDue = false;

/** Reloads the page; while reloads are held, as soon as they no longer are. */
export function reloadPage(): void {
  isDue = holds > 0;
  if (!isDue) location.reload();
}

/**
 * Holds the page's own reloads back until the returned function is called, since one would lose for good what
 * the page shows. Before the person reloads or closes it, the browser asks them.
 */
export function holdReloads(): () => void {
  holds += 1;
  window.addEventListener('beforeunload', askFirst);
  return () => {
    holds -= 1;
    if (holds > 0) return;
    window.removeEventListener('beforeunload', askFirst);
    if (isDue) reloadPage();
  };
}

const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
