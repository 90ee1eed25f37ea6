import type { Page, Request } from '@playwright/test';
import { type PostResponse, publish, type SignedUp, signUp } from './support/api.ts';
import {
  accompanied,
  cut,
  mend,
  NETWORK_ERRORS,
  whenAccompanied,
  withoutPart,
  withoutPreparing,
} from './support/bad-network.ts';
import { finishTasks, stopClock } from './support/clock.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import { hold } from './support/hold.ts';
import { card, dialog, pathOf } from './support/steps.ts';

let mary: SignedUp;
let post: PostResponse;

test.beforeAll(async () => {
  mary = await signUp('mary');
  post = await publish(mary, 'Stands whatever is missing');
});

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });
/** Sets a mark that a reload would remove. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { isSamePage: true }));
const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);

test.describe('a part that is missing', () => {
  test('a dialog asked for offline says so, leaves the page as it is, and opens when the network is back', async ({
    openPage,
  }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    await withoutPreparing(page);
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).first()).toBeVisible();
    await markPage(page);
    await whenAccompanied(page);
    await cut(page);
    await login(page).click();
    await expect(dialog(page)).toContainText('You are offline');
    // A failure that comes at once is noticed only a moment later.
    await page.waitForTimeout(1000);
    await expect(card(page, post.id).first()).toBeVisible();
    await mend(page);
    await expect(dialog(page).getByLabel('Username or e-mail')).toBeVisible();
    expect([await isSamePage(page), pathOf(page)]).toEqual([true, `/p/${post.id}`]);
  });

  test('that waiting can be given up, and the focus goes back', async ({ openPage }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    await withoutPreparing(page);
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).first()).toBeVisible();
    await whenAccompanied(page);
    await cut(page);
    await login(page).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(login(page)).toBeFocused();
  });

  test('a part of the sidebar that the server has not leaves the rest', async ({ openPage }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    await withoutPart(page, 'price.api-', 'last-epoch-');
    await page.goto('/best');
    await expect(page.locator('[data-post-id]').first()).toBeVisible();
    // All attempts have ended.
    await page.waitForTimeout(6000);
    await expect(page.locator('[data-post-id]').first()).toBeVisible();
    await expect(page.locator('aside').getByText('Crypto Social Network')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Likewell, home' })).toBeVisible();
  });

  test('a dialog that the server has not offers to try again, which succeeds, without a reload', async ({
    openPage,
  }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    const restore = await withoutPart(page, 'auth-dialog-');
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).first()).toBeVisible();
    await markPage(page);
    await login(page).click();
    await expect(dialog(page)).toContainText('could not be loaded', { timeout: 20_000 });
    await restore();
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await expect(dialog(page).getByLabel('Username or e-mail')).toBeVisible();
    expect(await isSamePage(page)).toBe(true);
  });

  test('one failure of a part is mended without anybody noticing', async ({ openPage }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    let asked = 0;
    await page.route(/\/assets\/auth-dialog-/, (route) => {
      asked += 1;
      return asked === 1 ? route.abort() : route.continue();
    });
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).first()).toBeVisible();
    await login(page).click();
    await expect(dialog(page).getByLabel('Username or e-mail')).toBeVisible();
    expect(asked).toBe(2);
  });

  test('a screen that is missing says so in its place, and comes without a reload', async ({ openPage }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    const restore = await withoutPart(page, 'whitepaper-');
    await page.goto('/privacy-policy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await markPage(page);
    await page
      .getByRole('navigation', { name: 'Read on' })
      .getByRole('link', { name: 'White paper' })
      .click();
    await expect(page.getByText('This page could not be shown')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('link', { name: 'Likewell, home' })).toBeVisible();
    await restore();
    await page.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'White paper' })).toBeVisible();
    expect(await isSamePage(page)).toBe(true);
  });
});

test.describe('the program', () => {
  const PROGRAM = /\/assets\/index-[\w-]+\.js$/;
  const blank = 'Likewell could not be loaded. Please load this page again in a moment.';

  test('that a server of another release has not is asked for once more, with the page', async ({
    openPage,
  }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    await page.route(PROGRAM, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).first()).toBeVisible();
  });

  test('that is nowhere leaves a sentence in its place, and no page that loads for ever', async ({
    openPage,
  }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    let asked = 0;
    await page.route(PROGRAM, (route) => {
      asked += 1;
      return route.fulfill({ status: 404 });
    });
    await page.goto(`/p/${post.id}`);
    await expect(page.getByRole('alert')).toHaveText(blank, { timeout: 20_000 });
    // As long as the wait before the reload.
    await page.waitForTimeout(3000);
    expect(asked).toBe(2);
  });
});

test.describe('a press', () => {
  test('shows something within 100 ms, whatever becomes of what it asked for', async ({ openPage }) => {
    const page = await openPage({ viewport: PHONE });
    await page.clock.install();
    const letGo = await hold(page, /\/assets\/(?:mobile-menu-sheet|member)-/);
    const isAccompanied = accompanied(page);
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).first()).toBeVisible();
    await isAccompanied;
    await stopClock(page);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await finishTasks(page);
    await page.clock.runFor(100);
    await expect(dialog(page)).toContainText('Just a moment.');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await card(page, post.id).first().getByRole('link', { name: mary.user.username }).click();
    await finishTasks(page);
    await page.clock.runFor(100);
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
    letGo();
    await expect(page.getByRole('heading', { level: 1, name: mary.user.username })).toBeVisible();
  });

  test('opens a dialog offline that was prepared while nothing else happened', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom'), expected: NETWORK_ERRORS });
    const underWay = new Set<Request>();
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).first()).toBeVisible();
    const fetched = () =>
      page.evaluate(
        () =>
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => /\/(?:tip|share|auth)-dialog-/.test(name)).length,
      );
    await expect.poll(fetched, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    // What they import is requested together with them.
    await expect.poll(() => underWay.size).toBe(0);
    await cut(page);
    await card(page, post.id)
      .first()
      .getByRole('button', { name: /Send tokens/ })
      .click();
    await expect(dialog(page).getByLabel('Amount of LIKE')).toBeVisible();
  });
});
