import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/**
 * More than the page's clock advances between two calls of the browser, and less than the page's deadlines.
 */
const AHEAD_MS = 10_000;

/**
 * Stops the page's clock, which `page.clock.install()` must have replaced before the page was opened. From
 * then on `page.clock.runFor()` moves it. Timers that are due within the next ten seconds fire at once.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
}

/** More tasks than follow each other from a press to its last effect. */
const TASKS = 30;

/**
 * Waits until the page has done what it began, apart from its timers: rendering takes several tasks, and a
 * timer that is set after the clock was advanced waits for the next time.
 */
export const finishTasks = (page: Page): Promise<void> =>
  page.evaluate(async (tasks) => {
    for (let task = 0; task < tasks; task += 1) {
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      });
    }
  }, TASKS);

/**
 * Advances a stopped clock until an element is shown, by 150 ms at most: queries deliver responses by timers.
 */
export async function tickUntil(page: Page, wanted: Locator): Promise<void> {
  const look = async () => {
    await page.clock.runFor(1);
    return wanted.count();
  };
  await expect.poll(look, { intervals: [100], timeout: 15_000 }).toBe(1);
}
