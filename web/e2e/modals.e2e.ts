import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PostAnswer, publishMany, type SignedUp, signUp } from './support/api.ts';
import { stopClock } from './support/clock.ts';
import { PHONE, useJourneys } from './support/journeys.ts';
import { card, dialog } from './support/steps.ts';

const openPage = useJourneys();
const focusedName = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  );
const isFocusInDialog = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);

let author: SignedUp;
let posts: PostAnswer[];
beforeAll(async () => {
  author = await signUp('mary');
  posts = await publishMany(author, 8);
});

describe('a modal', () => {
  it('opens by key, takes the focus, closes on Escape and gives the focus back [2.modals]', async () => {
    const page = await openPage();
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await expect.poll(() => isFocusInDialog(page)).toBe(true);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Login');
  });

  it('keeps the Tab key inside', async () => {
    const page = await openPage();
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login' }).click();
    await dialog(page).getByLabel('Password').waitFor();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => isFocusInDialog(page)).toBe(true);
    }
  });

  it('changes its tabs by arrow keys', async () => {
    const page = await openPage();
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('tab', { name: 'Login' }).focus();
    await page.keyboard.press('ArrowRight');
    await dialog(page).getByLabel('Repeat password').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog(page).getByLabel('Username or e-mail').waitFor();
  });

  it('closes on a click outside [4.auth-modal]', async () => {
    const page = await openPage();
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login' }).click();
    await dialog(page).waitFor();
    await page.mouse.click(40, 400);
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('holds the page still while it is open [4.scroll-locked]', async () => {
    const page = await openPage();
    await page.goto(`/u/${author.user.username}`);
    await card(page, posts[0]?.id ?? 0).waitFor({ state: 'attached' });
    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 200);
    await expect.poll(scrolled).toBe(200);
    await page.getByRole('button', { name: 'Login' }).click();
    await dialog(page).waitFor();
    await page.mouse.move(40, 400);
    await page.mouse.wheel(0, 300);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await scrolled()).toBe(200);
    await page.mouse.wheel(0, 100);
    await expect.poll(scrolled).toBe(300);
  });

  it("copies a member's own link and says 'Copied!' for a moment [2.card-share]", async () => {
    const tom = await signUp('tom');
    const page = await openPage({ as: tom });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.clock.install();
    const id = posts[0]?.id ?? 0;
    await page.goto(`/p/${id}`);
    await card(page, id).first().getByRole('button', { name: 'Share' }).click();
    const copy = dialog(page).getByRole('button', { name: 'Copy' });
    await copy.waitFor();
    await stopClock(page);
    await copy.click();
    const copied = dialog(page).getByText('Copied!');
    await copied.waitFor();
    await page.clock.runFor(1499);
    expect(await copied.count()).toBe(1);
    await page.clock.runFor(1);
    await copied.waitFor({ state: 'detached' });
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const own = await page.evaluate(
      () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { public_token: string }).public_token,
    );
    expect(link).toBe(`${new URL(page.url()).origin}/p/${id}?ref=${own}`);
  });

  it('of sharing invites a visitor to sign up', async () => {
    const page = await openPage();
    const id = posts[0]?.id ?? 0;
    await page.goto(`/p/${id}`);
    const share = card(page, id).first().getByRole('button', { name: 'Share' });
    await share.click();
    expect(await dialog(page).getByRole('textbox').count()).toBe(0);
    await dialog(page).getByRole('button', { name: 'Sign up' }).click();
    await dialog(page).getByLabel('Repeat password').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Share');
  });

  it("opened from a phone's menu gives the focus back to the menu's button", async () => {
    const page = await openPage({ viewport: PHONE });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Menu' }).click();
    await dialog(page).getByRole('button', { name: 'Post with AI' }).click();
    await dialog(page).getByLabel('Username or e-mail').waitFor();
    await expect.poll(() => isFocusInDialog(page)).toBe(true);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toBe('Menu');
  });
});

describe('a menu', () => {
  it('is worked by keys alone', async () => {
    const page = await openPage({ as: await signUp('tom') });
    await page.goto('/best');
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menu').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[role=menu]') !== null))
      .toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expect.poll(() => focusedName(page)).toMatch(/^Account of/);
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/My posts|Settings/);
  });

  it('closes with its own button', async () => {
    const page = await openPage();
    await page.goto('/best');
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await page.getByRole('menu').waitFor();
    await more.click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });
});
