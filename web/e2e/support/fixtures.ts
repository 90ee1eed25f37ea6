import { test as base, expect, type Page } from '@playwright/test';
import type { SignedUp } from './api.ts';

export { expect } from '@playwright/test';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

interface PageOptions {
  viewport?: { width: number; height: number };
  theme?: 'dark' | 'light';
  /** What the browser says it is. */
  userAgent?: string;
  /** Lets the page's service worker run, past which no call can be intercepted. */
  serviceWorker?: true;
  /** Signed in from the start, as after an earlier visit. */
  as?: SignedUp;
  /** Console errors that belong to the journey, such as the browser's note about an expected 404. */
  expected?: RegExp[];
}

export type OpenPage = (options?: PageOptions) => Promise<Page>;

interface Journey {
  page: Page;
  complaints: string[];
  expected: RegExp[];
}

/**
 * Each page that `openPage` opens is somebody's own browser, and watched: the test fails on console errors, uncaught
 * exceptions and violations of the content security policy. `page` is such a one of a visitor.
 */
export const test = base.extend<{ openPage: OpenPage }>({
  openPage: async ({ browser }, use) => {
    const journeys: Journey[] = [];
    await use(async ({ viewport = DESKTOP, userAgent, theme, as, serviceWorker, expected = [] } = {}) => {
      const serviceWorkers = serviceWorker ? 'allow' : 'block';
      const context = await browser.newContext({ viewport, userAgent, serviceWorkers });
      const page = await context.newPage();
      const journey: Journey = { page, complaints: [], expected };
      journeys.push(journey);
      watch(page, journey.complaints);
      await storeBefore(page, { theme, token: as?.token, user: as && JSON.stringify(as.user) });
      return page;
    });
    await Promise.all(journeys.map(({ page }) => close(page)));
    const complaints = journeys.flatMap((journey) =>
      journey.complaints.filter((text) => !journey.expected.some((pattern) => pattern.test(text))),
    );
    expect(complaints, complaints.join('\n')).toEqual([]);
  },
  page: async ({ openPage }, use) => use(await openPage()),
});

/** The page may be asking for something in this very moment, and whoever answers it in a test's place is let go. */
async function close(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
}

/** Fills local storage once, before the first page of the site runs; later loads find what the site made of it. */
async function storeBefore(page: Page, values: Record<string, string | undefined>): Promise<void> {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  await page.addInitScript((entries) => {
    if (sessionStorage.getItem('e2e')) return;
    sessionStorage.setItem('e2e', 'stored');
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, given);
}
