/**
 * Resolves when the browser is idle, or after `withinMs`. Safari cannot report that; there
 * it resolves after a moment.
 */
export const whenIdle = (withinMs: number) =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: withinMs });
    else setTimeout(resolve, 200);
  });
