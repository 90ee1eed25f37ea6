import { publish, publishMany, signUp } from './support/api.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import { dialog, nextFrame } from './support/steps.ts';

const isDark = () => document.documentElement.classList.contains('dark');

test.describe('addresses and titles', () => {
  test('/ leads to /best [2.home] [2.best-title]', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/best');
    await expect(page).toHaveTitle('Top Posts – Likewell');
  });

  test('anything unknown is the 404 screen, which leads home [2.not-found]', async ({ page }) => {
    await page.goto('/no/such/place');
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await expect(page.getByText('Page not found')).toBeVisible();
    await expect(page).toHaveTitle('404 – Page Not Found');
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL('/best');
  });

  // documents.e2e.ts reads the titles of the documents.
  test('each screen names itself', async ({ openPage }) => {
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
    ];
    for (const [path, title] of titles) {
      await page.goto(path);
      await expect(page, path).toHaveTitle(title);
    }
  });

  test('a change of path scrolls to the top [2.scroll-to-top]', async ({ page }) => {
    const mary = await signUp('mary');
    await publishMany(mary, 12);
    await page.goto(`/u/${mary.user.username}`);
    await page.locator('[data-post-id]').nth(9).scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New' }).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });
});

test.describe('the theme', () => {
  test('is dark at first; what was chosen stays [4.theme] [9.default-theme]', async ({ page }) => {
    await page.goto('/best');
    expect(await page.evaluate(isDark)).toBe(true);
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    expect(await page.evaluate(isDark)).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    await page.reload();
    expect(await page.evaluate(isDark)).toBe(false);
  });

  test('changes all at once where motion is unwelcome', async ({ page }) => {
    await page.goto('/best');
    const toggle = page.getByRole('button', { name: 'Switch to light theme' });
    await expect(toggle).toBeVisible();
    await page.evaluate(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      addEventListener('transitionrun', ({ target }) => moved.push((target as Element).tagName));
    });
    await toggle.click();
    expect(await page.evaluate(isDark)).toBe(false);
    await nextFrame(page);
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  });

  test('is in place before any script of the site has run', async ({ openPage }) => {
    const page = await openPage({ theme: 'light', expected: [/ERR_FAILED/] });
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/best');
    // The page is loaded once more where its program does not come.
    await expect(page.locator('html')).not.toHaveClass(/dark/);
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(250, 249, 246)');
  });
});

test.describe('the header', () => {
  test('has its desktop layout from 1024 px [2.header-desktop] [9.desktop-header]', async ({ openPage }) => {
    const page = await openPage({ viewport: { width: 1024, height: 800 } });
    await page.goto('/best');
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.locator('aside')).toBeVisible();
    await page.setViewportSize({ width: 1023, height: 800 });
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.locator('aside')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Switch to/ })).toHaveCount(0);
  });

  test('gets a shadow after 20 px, and the banner stays [2.header-shadow] [9.header-shadow] [2.banner]', async ({
    page,
  }) => {
    const mary = await signUp('mary');
    await publishMany(mary, 8);
    await page.goto(`/u/${mary.user.username}`);
    await expect(page.locator('[data-post-id]').nth(7)).toBeVisible();
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

  test('keeps to the measures of the spec [2.layout] [9.layout]', async ({ openPage }) => {
    const page = await openPage({ viewport: { width: 1600, height: 900 } });
    await page.goto('/best');
    const main = await page.locator('main').boundingBox();
    const sidebar = await page.locator('aside').boundingBox();
    expect(main?.width).toBeLessThanOrEqual(700);
    expect(sidebar?.width).toBeLessThanOrEqual(300);
    expect((sidebar?.x ?? 0) + (sidebar?.width ?? 0) - (main?.x ?? 0)).toBeLessThanOrEqual(1000);
  });

  test("holds four pages under 'More' [2.header-more]", async ({ page }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Giveaways',
      'White paper',
      'Privacy policy',
      'Terms of Service',
    ]);
  });

  test('a menu that the keyboard opens begins at its first item, and Tab closes it', async ({ page }) => {
    await page.goto('/best');
    const more = page.getByRole('button', { name: 'More', exact: true });
    const first = page.getByRole('menuitem', { name: 'Giveaways' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(first).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(more).toBeFocused();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(first).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/giveaways');
  });

  test("'Post with AI' asks a visitor to log in [2.header-post-with-ai]", async ({ page }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Post with AI', exact: true }).click();
    await expect(dialog(page).getByLabel('Username or e-mail')).toBeVisible();
  });

  test('has a menu with the theme on a phone [2.mobile-menu]', async ({ openPage }) => {
    const page = await openPage({ viewport: PHONE });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Light' }).click();
    expect(await page.evaluate(isDark)).toBe(false);
    await dialog(page).getByRole('link', { name: 'New', exact: true }).click();
    await expect(page).toHaveURL('/new');
    await expect(dialog(page)).toHaveCount(0);
  });

  test('stands above a footer of 2025 [2.footer]', async ({ page }) => {
    await page.goto('/no/such/place');
    await expect(page.locator('body > #root footer').last()).toContainText('© 2025 Likewell');
  });
});
