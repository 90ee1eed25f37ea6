/** Resolves when the browser has nothing to do, or after `withinMs`. Safari does not tell, and is left a moment. */
export const whenIdle = (withinMs: number) =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: withinMs });
    else setTimeout(resolve, 200);
  });
