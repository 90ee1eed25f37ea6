import { describe, expect, it } from 'vitest';
import { publish, publishMany, signUp } from './support/api.ts';
import { PHONE, useJourneys } from './support/journeys.ts';
import { dialog, pathOf } from './support/steps.ts';

const openPage = useJourneys();
const isDark = () => document.documentElement.classList.contains('dark');

describe('addresses and titles', () => {
  it('/ leads to /best [2.home] [2.best-title]', async () => {
    const page = await openPage();
    await page.goto('/');
    await expect.poll(() => pathOf(page)).toBe('/best');
    await expect.poll(() => page.title()).toBe('Top Posts – Likewell');
  });

  it('anything unknown is the 404 screen, which leads home [2.not-found]', async () => {
    const page = await openPage();
    await page.goto('/no/such/place');
    await page.getByRole('heading', { name: '404' }).waitFor();
    await page.getByText('Page not found').waitFor();
    expect(await page.title()).toBe('404 – Page Not Found');
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect.poll(() => pathOf(page)).toBe('/best');
  });

  it('each screen names itself', async () => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'A title of its own');
    const page = await openPage({ as: mary });
    const titles: [string, string][] = [
      ['/best', 'Top Posts – Likewell'],
      ['/new', 'New Posts – Likewell'],
      ['/create', 'Create Post – Likewell'],
      [`/p/${post.id}`, 'A title of its own – Likewell'],
      [`/edit/${post.id}`, 'Edit Post – Likewell'],
      [`/u/${mary.user.username}`, 'My posts – Likewell'],
      ['/wallet', 'Wallet – Likewell'],
      ['/whitepaper', 'White paper – Likewell'],
      ['/privacy-policy', 'Privacy policy – Likewell'],
      ['/terms-of-service', 'Terms of Service – Likewell'],
      ['/how-we-select-winners', 'How we select winners – Likewell'],
    ];
    for (const [path, title] of titles) {
      await page.goto(path);
      await expect.poll(() => page.title(), { message: path }).toBe(title);
    }
  });

  it('a change of path scrolls to the top [2.scroll-to-top]', async () => {
    const mary = await signUp('mary');
    await publishMany(mary, 12);
    const page = await openPage();
    await page.goto(`/u/${mary.user.username}`);
    await page.locator('[data-post-id]').nth(9).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New' }).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
});

describe('the theme', () => {
  it('is dark at first; what was chosen stays [4.theme] [9.default-theme]', async () => {
    const page = await openPage();
    await page.goto('/best');
    expect(await page.evaluate(isDark)).toBe(true);
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    expect(await page.evaluate(isDark)).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    await page.reload();
    expect(await page.evaluate(isDark)).toBe(false);
  });

  it('is in place before any script of the site has run', async () => {
    const page = await openPage({ theme: 'light', expected: [/ERR_FAILED/] });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/best');
    expect(await page.evaluate(isDark)).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(250, 249, 246)',
    );
  });
});

describe('the header', () => {
  it('has its desktop layout from 1024 px [2.header-desktop] [9.desktop-header]', async () => {
    const page = await openPage({ viewport: { width: 1024, height: 800 } });
    await page.goto('/best');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await page.locator('aside').isVisible()).toBe(true);
    await page.setViewportSize({ width: 1023, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    expect(await page.locator('aside').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Switch to/ }).count()).toBe(0);
  });

  it('gets a shadow after 20 px, and the banner stays [2.header-shadow] [9.header-shadow] [2.banner]', async () => {
    const mary = await signUp('mary');
    await publishMany(mary, 8);
    const page = await openPage();
    await page.goto(`/u/${mary.user.username}`);
    await page.locator('[data-post-id]').nth(7).waitFor();
    const shadow = () =>
      page
        .locator('body header')
        .first()
        .evaluate((header) => getComputedStyle(header).boxShadow);
    const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
    const blurs = /20px/;
    await scrollTo(20);
    await expect.poll(shadow).not.toMatch(blurs);
    await scrollTo(21);
    await expect.poll(shadow).toMatch(blurs);
    await scrollTo(600);
    const banner = page.getByRole('link', { name: 'Token launched, buy on a DEX' });
    expect((await banner.boundingBox())?.y).toBe(0);
    const sidebar = await page.locator('aside').boundingBox();
    expect(sidebar?.y).toBe(130);
  });

  it('keeps to the measures of the spec [2.layout] [9.layout]', async () => {
    const page = await openPage({ viewport: { width: 1600, height: 900 } });
    await page.goto('/best');
    const main = await page.locator('main').boundingBox();
    const sidebar = await page.locator('aside').boundingBox();
    expect(main?.width).toBeLessThanOrEqual(700);
    expect(sidebar?.width).toBeLessThanOrEqual(300);
    expect((sidebar?.x ?? 0) + (sidebar?.width ?? 0) - (main?.x ?? 0)).toBeLessThanOrEqual(1000);
  });

  it("holds four pages under 'More' [2.header-more]", async () => {
    const page = await openPage();
    await page.goto('/best');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Giveaways',
      'White paper',
      'Privacy policy',
      'Terms of Service',
    ]);
  });

  it("'Post with AI' asks a visitor to log in [2.header-post-with-ai]", async () => {
    const page = await openPage();
    await page.goto('/best');
    await page.getByRole('button', { name: 'Post with AI' }).click();
    await dialog(page).getByLabel('Username or e-mail').waitFor();
  });

  it('has a menu with the theme on a phone [2.mobile-menu]', async () => {
    const page = await openPage({ viewport: PHONE });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Menu' }).click();
    await dialog(page).getByRole('button', { name: 'Light' }).click();
    expect(await page.evaluate(isDark)).toBe(false);
    await dialog(page).getByRole('link', { name: 'New', exact: true }).click();
    await expect.poll(() => pathOf(page)).toBe('/new');
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('stands above a footer of 2025 [2.footer]', async () => {
    const page = await openPage();
    await page.goto('/no/such/place');
    expect(await page.locator('body > #root footer').last().innerText()).toContain('© 2025 Likewell');
  });
});
