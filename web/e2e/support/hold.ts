import type { Page } from '@playwright/test';

/** Holds the page's calls of an address on their way, until the answered function lets them go. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let letGo!: () => void;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.fallback();
  });
  return letGo;
}
