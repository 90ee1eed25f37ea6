import type { Page } from '@playwright/test';

/** Holds the page's calls to an address until the returned function releases them. */
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
