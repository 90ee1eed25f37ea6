import type { Locator, Page } from '@playwright/test';
import { whenAccompanied } from './support/bad-network.ts';
import { publish, publishMany, type SignedUp, signUp } from './support/api.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import { card, dialog, nextFrame, overlays, pathOf } from './support/steps.ts';

let mary: SignedUp;

test.beforeAll(async () => {
  mary = await signUp('mary');
});

/** Opens the post of a card, and waits until its page is shown: the address changes earlier. */
async function readPost(page: Page, item: Locator): Promise<void> {
  const link = item.getByRole('heading').getByRole('link');
  const title = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

test.describe('Back', () => {
  test('closes an open dialog, sheet or question before it leaves the page', async ({ openPage }) => {
    const own = await publish(mary, 'Closed by Back');
    const page = await openPage({ as: mary, viewport: PHONE });
    await page.goto('/new');
    await page.goto(`/u/${mary.user.username}`);
    const here = `/u/${mary.user.username}`;
    await expect(card(page, own.id)).toBeVisible();
    const opened: Record<string, () => Promise<void>> = {
      share: () => card(page, own.id).getByRole('button', { name: 'Share' }).click(),
      menu: () => page.getByRole('button', { name: 'Menu', exact: true }).click(),
      'delete question': async () => {
        await card(page, own.id)
          .getByRole('button', { name: /^More about/ })
          .click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
    };
    for (const [what, open] of Object.entries(opened)) {
      await open();
      const box = page.locator('[role=dialog], [role=alertdialog]');
      await expect(box, what).toBeVisible();
      // The history entry for Back is added a moment after the dialog opens.
      await expect.poll(() => overlays(page)).toBe(1);
      await page.goBack();
      await expect(box, what).toHaveCount(0);
      expect(pathOf(page), what).toBe(here);
    }
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/new');
  });

  test('leaves the page at once where a dialog was closed in another way', async ({ page }) => {
    await page.goto('/whitepaper');
    await page.goto('/best');
    for (let times = 0; times < 3; times += 1) {
      await login(page).click();
      await expect(dialog(page).getByLabel('Password')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    }
    await expect.poll(() => overlays(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/whitepaper');
  });

  test('passes over the entry of a dialog that was left by a link in it', async ({ page }) => {
    await page.goto('/whitepaper');
    await page.goto('/best');
    await login(page).click();
    await dialog(page).getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible();
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/best');
    await expect.poll(() => overlays(page)).toBe(0);
    await expect(dialog(page)).toHaveCount(0);
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/whitepaper');
  });

  test('keeps 60 posts and 10,000 px, and offers the way back to the card, first in the order of Tab', async ({
    page,
  }) => {
    const writer = await signUp('mary');
    await publishMany(writer, 64);
    const cards = page.locator('[data-post-id]');
    await page.goto(`/u/${writer.user.username}`);
    await whenAccompanied(page);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const readOn = async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      return cards.count();
    };
    await expect.poll(readOn, { timeout: 30_000 }).toBe(64);
    expect(await height()).toBeGreaterThan(10_000);
    const before = await height();
    const left = cards.nth(60);
    const id = await left.getAttribute('data-post-id');
    await readPost(page, left);
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('cursor=') && request.url().includes(writer.user.username)) calls += 1;
    });
    await page.goBack();
    const chip = page.getByRole('button', { name: 'Back to where you were' });
    await expect(chip).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(height).toBeGreaterThan(before - 200);
    await page.keyboard.press('Tab');
    await expect(chip).toBeFocused();
    await page.keyboard.press('Enter');
    const card60 = page.locator(`[data-post-id="${id}"]`);
    await expect(card60).toBeInViewport();
    await expect(card60.getByRole('heading').getByRole('link')).toBeFocused();
    await expect(chip).toHaveCount(0);
    expect(calls).toBe(0);
  });

  test('that chip is gone after the first scroll', async ({ page }) => {
    const writer = await signUp('mary');
    await publishMany(writer, 12);
    await page.goto(`/u/${writer.user.username}`);
    const cards = page.locator('[data-post-id]');
    await expect(cards).toHaveCount(12);
    await whenAccompanied(page);
    await readPost(page, cards.nth(10));
    await page.goBack();
    const chip = page.getByRole('button', { name: 'Back to where you were' });
    await expect(chip).toBeVisible();
    // A page without its list is too short to scroll.
    await expect(cards).toHaveCount(12);
    await nextFrame(page);
    await page.mouse.wheel(0, 300);
    await expect(chip).toHaveCount(0);
  });
});
