import type { Page } from '@playwright/test';
import { type PostResponse, publishMany, type SignedUp, signUp } from './support/api.ts';
import { stopClock } from './support/clock.ts';
import { DESKTOP, expect, PHONE, test } from './support/fixtures.ts';
import { card, dialog, focused, nextFrame } from './support/steps.ts';

const focusedDialog = (page: Page) => page.locator('[role=dialog]:focus-within');

let author: SignedUp;
let posts: PostResponse[];

test.beforeAll(async () => {
  author = await signUp('mary');
  posts = await publishMany(author, 8);
});

test.describe('a modal', () => {
  test('opens by key, takes the focus, closes on Escape and gives the focus back [2.modals]', async ({
    page,
  }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await expect(focusedDialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeFocused();
  });

  test('opened the moment the site is there stays open', async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const login = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent === 'Login',
        );
        if (!login) return;
        observer.disconnect();
        login.click();
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto('/');
    await expect(page).toHaveURL('/best');
    await expect(page.locator('[data-post-id]').first()).toBeVisible();
    await expect(dialog(page).getByRole('tab', { name: 'Sign Up' })).toBeVisible();
  });

  test('keeps the Tab key inside', async ({ page }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(dialog(page).getByLabel('Password')).toBeVisible();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      await expect(focusedDialog(page)).toBeVisible();
    }
  });

  test('has its closing cross beside the title and above the end of the fields, on a desktop and a phone', async ({
    page,
  }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    const field = dialog(page).getByLabel('Password');
    await expect(field).toBeVisible();
    const offsets = async () => {
      const title = await dialog(page).getByRole('heading').boundingBox();
      const cross = await dialog(page).getByRole('button', { name: 'Close' }).locator('svg').boundingBox();
      const end = await field.boundingBox();
      if (!title || !cross || !end) throw new Error('no title, cross or field');
      return [
        // The title ends with 16 px of space.
        Math.abs(title.y + (title.height - 16) / 2 - cross.y - cross.height / 2),
        Math.abs(end.x + end.width - cross.x - cross.width),
      ];
    };
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await nextFrame(page);
      const furthest = async () => Math.max(...(await offsets()));
      await expect.poll(furthest, `at ${viewport.width} px`).toBeLessThan(1);
    }
  });

  test('changes its tabs by arrow keys', async ({ page }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.getByRole('tab', { name: 'Login' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(dialog(page).getByLabel('Repeat password')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(dialog(page).getByLabel('Username or e-mail')).toBeVisible();
  });

  test('closes on a click outside [4.auth-modal]', async ({ page }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    // Not the dialog that is shown while this one is loading.
    await expect(dialog(page).getByLabel('Password')).toBeVisible();
    await page.mouse.click(40, 400);
    await expect(dialog(page)).toHaveCount(0);
  });

  test('holds the page still while it is open [4.scroll-locked]', async ({ page }) => {
    await page.goto(`/u/${author.user.username}`);
    await expect(card(page, posts[0]?.id ?? 0)).toBeAttached();
    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 200);
    await expect.poll(scrolled).toBe(200);
    // The page is locked and unlocked a moment after the dialog has come and gone.
    const isLocked = () =>
      page.evaluate(() =>
        [document.documentElement, document.body].some(
          (root) => getComputedStyle(root).overflowY === 'hidden',
        ),
      );
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(dialog(page).getByLabel('Password')).toBeVisible();
    await expect.poll(isLocked).toBe(true);
    await page.mouse.move(40, 400);
    await page.mouse.wheel(0, 300);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    expect(await scrolled()).toBe(200);
    await expect.poll(isLocked).toBe(false);
    await nextFrame(page);
    await page.mouse.wheel(0, 100);
    await expect.poll(scrolled).toBe(300);
  });

  test("copies a member's own link and says 'Copied!' for a moment [2.card-share]", async ({ openPage }) => {
    const tom = await signUp('tom');
    const page = await openPage({ as: tom });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    const id = posts[0]?.id ?? 0;
    await page.goto(`/p/${id}`);
    await card(page, id).first().getByRole('button', { name: 'Share' }).click();
    const copy = dialog(page).getByRole('button', { name: 'Copy' });
    await expect(copy).toBeVisible();
    await stopClock(page);
    await copy.click();
    const copied = dialog(page).getByText('Copied!');
    await expect(copied).toBeVisible();
    await page.clock.runFor(1499);
    await expect(copied).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(copied).toHaveCount(0);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const own = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { public_token: string }).public_token,
    );
    expect(link).toBe(`${new URL(page.url()).origin}/p/${id}?ref=${own}`);
  });

  test('of sharing invites a visitor to sign up', async ({ page }) => {
    const id = posts[0]?.id ?? 0;
    await page.goto(`/p/${id}`);
    const share = card(page, id).first().getByRole('button', { name: 'Share' });
    await share.click();
    await expect(dialog(page).getByRole('textbox')).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Sign up' }).click();
    await expect(dialog(page).getByLabel('Repeat password')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(share).toBeFocused();
  });

  test("opened from a phone's menu gives the focus back to the menu's button", async ({ openPage }) => {
    const page = await openPage({ viewport: PHONE });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Post with AI', exact: true }).click();
    await expect(dialog(page).getByLabel('Username or e-mail')).toBeVisible();
    await expect(focusedDialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
  });
});

test.describe('a menu', () => {
  test('is worked by keys alone', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom') });
    await page.goto('/best');
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(account).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(focused(page)).toHaveText(/My posts|Settings/);
  });

  test('closes with its own button', async ({ page }) => {
    await page.goto('/best');
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await more.click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
});
