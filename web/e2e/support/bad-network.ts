import type { Page } from '@playwright/test';

/** Of a cut or slow line the browser itself complains in the console. */
export const NETWORK_ERRORS = [
  /Failed to load resource/,
  /Could not load/,
  /ERR_/,
  /Failed to fetch/,
  /error loading dynamically imported module/,
];

/** A line of a train: 400 ms there and back, 50 kB a second. */
export async function onATrain(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** Until that is there which comes when the first load is over. */
export async function whenAccompanied(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/waiting-dialog-')),
  );
}

/** The same for a page whose clock is stood in for, which tells nothing of its resources; to be called before it is opened. */
export const accompanied = (page: Page) => page.waitForResponse(/\/assets\/waiting-dialog-/);

/** As a browser that is to save data: no dialog is fetched before somebody asks for it, however long a test takes. */
export async function withoutPreparing(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
}

/** Cuts the network, or mends it, as the browser itself notices. */
export const cut = (page: Page): Promise<void> => page.context().setOffline(true);
export const mend = (page: Page): Promise<void> => page.context().setOffline(false);

/** Lets the files of the build whose names begin so fail, until the answered function is called. */
export async function withoutPart(page: Page, ...names: string[]): Promise<() => Promise<void>> {
  const isPart = (url: URL) => names.some((name) => url.pathname.startsWith(`/assets/${name}`));
  await page.route(isPart, (route) => route.fulfill({ status: 500 }));
  return () => page.unroute(isPart);
}
