import type { Page } from '@playwright/test';

/** Messages of the browser in its console about a lost or slow connection. */
export const NETWORK_ERRORS = [
  /Failed to load resource/,
  /Could not load/,
  /ERR_/,
  /Failed to fetch/,
  /error loading dynamically imported module/,
];

/** Waits for the part that is loaded after the first load has ended. */
export async function whenAccompanied(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/waiting-dialog-')),
  );
}

/**
 * Waits for the same part on a page with a simulated clock, which does not list its resources; to be called
 * before the page is opened.
 */
export async function accompanied(page: Page): Promise<void> {
  await (await page.waitForResponse(/\/assets\/waiting-dialog-/)).finished();
}

/** Simulates a browser that saves data: no dialog is fetched in advance, however long a test takes. */
export async function withoutPreparing(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
}

/**
 * Disconnects the network; the browser notices it. The process that sends requests is told by another way than the
 * page, and could send one that the page makes at once, so one has to fail first.
 */
export async function cut(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForFunction(() =>
    fetch('/offline?', { method: 'HEAD' }).then(
      () => false,
      () => true,
    ),
  );
}

/** Reconnects the network. */
export const mend = (page: Page): Promise<void> => page.context().setOffline(false);

/** Makes the build's files with these name prefixes fail, until the returned function is called. */
export async function withoutPart(page: Page, ...names: string[]): Promise<() => Promise<void>> {
  const isPart = (url: URL) => names.some((name) => url.pathname.startsWith(`/assets/${name}`));
  await page.route(isPart, (route) => route.fulfill({ status: 500 }));
  return () => page.unroute(isPart);
}
