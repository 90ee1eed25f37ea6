import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { SignedUp } from './api.ts';
import { BASE_URL, launchBrowser } from './browser.ts';

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

interface JourneyOptions {
  viewport?: { width: number; height: number };
  theme?: 'dark' | 'light';
  /** Signed in from the start, as after an earlier visit. */
  as?: SignedUp;
  /** Console errors that belong to the journey, such as the browser's note about an expected 404. */
  expected?: RegExp[];
}

interface Journey {
  context: BrowserContext;
  complaints: string[];
  expected: RegExp[];
}

/**
 * A browser for the tests of a file. Every page opened with the answered function is watched: after each
 * test the file fails on console errors, uncaught exceptions and violations of the content security policy.
 */
export function useJourneys(): (options?: JourneyOptions) => Promise<Page> {
  let browser: Browser;
  let journeys: Journey[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    const finished = journeys;
    journeys = [];
    await Promise.all(finished.map(({ context }) => context.close()));
    const complaints = finished.flatMap((journey) =>
      journey.complaints.filter((text) => !journey.expected.some((pattern) => pattern.test(text))),
    );
    expect(complaints).toEqual([]);
  });
  return async ({ viewport = DESKTOP, theme, as, expected = [] } = {}) => {
    const context = await browser.newContext({ baseURL: BASE_URL, viewport, reducedMotion: 'reduce' });
    const journey: Journey = { context, complaints: [], expected };
    journeys.push(journey);
    const page = await context.newPage();
    watch(page, journey.complaints);
    await storeBefore(page, { theme, token: as?.token, user: as && JSON.stringify(as.user) });
    return page;
  };
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
