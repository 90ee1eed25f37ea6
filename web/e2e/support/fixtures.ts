import { test as base, type Browser, expect, type Page } from '@playwright/test';
import type { SignedUp } from './api.ts';

export { expect } from '@playwright/test';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

interface PageOptions {
  viewport?: { width: number; height: number };
  theme?: 'dark' | 'light';
  /** User agent of the browser. */
  userAgent?: string;
  /** Enables the page's service worker, whose calls cannot be intercepted. */
  serviceWorker?: true;
  /** Pressed by a finger in place of a mouse. */
  hasTouch?: true;
  /** Default text size of the browser; 16 px if omitted. */
  textSize?: number;
  /** Signed in from the start, as after an earlier visit. */
  as?: SignedUp;
  /** Console errors that the journey expects, such as the browser's message about a 404. */
  expected?: RegExp[];
}

/** The browser's message when a read of a member who logs out reaches the server after their session's end. */
export const READ_AFTER_LOGOUT = /Failed to load resource.*status of 401/;

export type OpenPage = (options?: PageOptions) => Promise<Page>;

interface Journey {
  page: Page;
  complaints: string[];
  expected: RegExp[];
}

/**
 * Opens each page of `openPage` in a separate browser context and watches it: the test fails on
 * console errors, uncaught exceptions and violations of the Content-Security-Policy. `page` is
 * such a page of a visitor.
 */
export const test = base.extend<{ openPage: OpenPage }>({
  openPage: async ({ browser, playwright, launchOptions }, use) => {
    const journeys: Journey[] = [];
    const others: Browser[] = [];
    /** Starts a separate browser, since the text size is a setting of the whole browser. */
    const withText = async (size: number) => {
      const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${size}`];
      const other = await playwright.chromium.launch({ ...launchOptions, args });
      others.push(other);
      return other;
    };
    await use(async (options = {}) => {
      const { viewport = DESKTOP, theme, textSize, as, serviceWorker, expected = [], ...device } = options;
      const serviceWorkers = serviceWorker ? 'allow' : 'block';
      const within = textSize === undefined ? browser : await withText(textSize);
      const context = await within.newContext({ ...device, viewport, serviceWorkers });
      const page = await context.newPage();
      const journey: Journey = { page, complaints: [], expected };
      journeys.push(journey);
      watch(page, journey.complaints);
      await storeBefore(page, { theme, token: as?.token, user: as && JSON.stringify(as.user) });
      return page;
    });
    await Promise.all(journeys.map(({ page }) => close(page)));
    await Promise.all(others.map((other) => other.close()));
    const complaints = journeys.flatMap((journey) =>
      journey.complaints.filter((text) => !journey.expected.some((pattern) => pattern.test(text))),
    );
    expect(complaints, complaints.join('\n')).toEqual([]);
  },
  page: async ({ openPage }, use) => use(await openPage()),
});

/** Closes a page that may have a request in progress; errors of a test's own route handlers are ignored. */
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

/**
 * Fills local storage once, before the first page of the site runs; later loads find what
 * the site has changed in it.
 */
async function storeBefore(page: Page, values: Record<string, string | undefined>): Promise<void> {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  await page.addInitScript((entries) => {
    if (sessionStorage.getItem('e2e')) return;
    sessionStorage.setItem('e2e', 'stored');
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, given);
}
