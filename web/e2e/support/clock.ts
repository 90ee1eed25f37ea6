import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Farther than the page's clock gets from one call of the browser to the next, nearer than the page's deadlines. */
const AHEAD_MS = 10_000;

/**
 * Stops the page's clock, which `page.clock.install()` made before the page was opened; from here on
 * `page.clock.runFor()` moves it. What is due within the next ten seconds happens at once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
}

/** Moves a stopped clock by milliseconds, 150 at the most, until something is shown: queries tell of answers by timers. */
export async function tickUntil(page: Page, wanted: Locator): Promise<void> {
  const look = async () => {
    await page.clock.runFor(1);
    return wanted.count();
  };
  await expect.poll(look, { intervals: [100], timeout: 15_000 }).toBe(1);
}
