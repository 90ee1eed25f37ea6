import { api, type PostResponse, publish, publishMany, signUp } from './support/api.ts';
import { stopClock, tickUntil } from './support/clock.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import { cardIds, pathOf, writePost } from './support/steps.ts';

interface FeedPage {
  items: (PostResponse & { likes_sum: number })[];
  nextCursor: string | null;
}

test.describe('the feeds', () => {
  for (const [path, call, ids] of [
    ['/best', '/api/posts/best?range=all&cursor=', '[2.best]'],
    ['/new', '/api/posts/new?cursor=', '[2.new]'],
  ] as const)
    test(`${path} shows what the API answers, in its order, and the next page when it is scrolled ${call} ${ids}`, async ({
      page,
    }) => {
      await publishMany(await signUp('mary'), 21);
      const [first] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith(call)),
        page.goto(path),
      ]);
      const { items } = (await first.json()) as FeedPage;
      expect(items).toHaveLength(20);
      await expect.poll(() => cardIds(page)).toEqual(items.map(({ id }) => id));
      const [second] = await Promise.all([
        page.waitForResponse((response) => response.url().includes(call) && !response.url().endsWith(call)),
        page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight)),
      ]);
      const more = ((await second.json()) as FeedPage).items.map(({ id }) => id);
      const both = [...new Set([...items.map(({ id }) => id), ...more])];
      await expect.poll(async () => (await cardIds(page)).slice(0, both.length)).toEqual(both);
    });

  test('load on when their end comes within 600 px of view, and not before [4.feed-margin] [9.infinite-scroll]', async ({
    page,
  }) => {
    const mary = await signUp('mary');
    await publishMany(mary, 30);
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes(`/${mary.user.username}/posts`)) asked += 1;
    });
    await page.goto(`/u/${mary.user.username}`);
    await expect(page.locator('[data-post-id]')).toHaveCount(20);
    /** Scrolls until the last card ends `pixels` below the viewport. */
    const leave = (pixels: number) =>
      page
        .locator('[data-post-id]')
        .last()
        .evaluate((last, below) => {
          window.scrollBy(0, last.getBoundingClientRect().bottom - window.innerHeight - below);
        }, pixels);
    await leave(640);
    await page.waitForTimeout(400);
    expect(asked).toBe(1);
    await leave(560);
    await expect.poll(() => asked).toBe(2);
  });
});

test.describe('creating a post', () => {
  test("says 'Creating...', then shows a spinner, and leads to the own posts after 800 ms [2.create-working] [2.create-redirect] [9.create-redirect]", async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    await page.clock.install();
    await page.route('**/api/posts', async (route) => {
      const response = await route.fetch();
      await tickUntil(page, page.getByText('Creating...'));
      await route.fulfill({ response });
    });
    await page.goto('/create');
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
    await stopClock(page);
    await writePost(page, 'On its way', 'A few words.');
    const onItsWay = page.getByText('Your post is on its way.');
    await tickUntil(page, onItsWay);
    await page.clock.runFor(600);
    expect([await onItsWay.count(), pathOf(page)]).toEqual([1, '/create']);
    await page.clock.runFor(200);
    await page.waitForURL(`**/u/${mary.user.username}`);
  });
});

test.describe('the chrome', () => {
  test('leads to the three feeds [2.header-links]', async ({ page }) => {
    await page.goto('/best');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links.first()).toBeVisible();
    expect(
      await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
    ).toEqual([
      ['Best', '/best'],
      ['New', '/new'],
      ['Following', '/following'],
    ]);
  });

  test('has a menu under the avatar, with the name and its verified badge [2.header-avatar-menu] [9.default-avatar]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const user = { ...mary.user, is_verified: true, avatar: '', tokensNano: '0', public_token: 'p' };
    const page = await openPage({ as: { ...mary, user } });
    // The stored member is shown until the server responds.
    await page.route('**/api/auth/me', () => undefined);
    await page.goto('/best');
    const button = page.getByRole('button', { name: `Account of ${mary.user.username}` });
    await expect(button.locator('img')).toHaveAttribute('src', '/static/default-avatar.png');
    await button.click();
    const menu = page.getByRole('menu');
    await expect(menu.getByText(mary.user.username)).toBeVisible();
    await expect(menu.getByRole('img', { name: 'Verified' })).toBeVisible();
    await expect(menu.getByRole('menuitem')).toHaveText(['My posts', 'Settings', 'Logout']);
    await menu.getByRole('menuitem', { name: 'My posts' }).click();
    await expect(page).toHaveURL(`/u/${mary.user.username}`);
  });

  test('leads out to an exchange, a channel, a microblog, giveaways and the token [2.footer-links]', async ({
    page,
  }) => {
    await page.goto('/whitepaper');
    // A page that has loaded may not be rendered yet.
    const outside = () =>
      page
        .locator('a[target=_blank]')
        .evaluateAll((links) =>
          links.map((link) => [link.textContent.trim(), new URL((link as HTMLAnchorElement).href).protocol]),
        );
    await expect
      .poll(outside)
      .toEqual(
        ['Token launched, buy on a DEX', 'Channel', 'Microblog', 'Giveaways', 'Token'].map((name) => [
          name,
          'https:',
        ]),
      );
  });

  test('keeps the theme button at bottom right on a desktop [2.theme-button]', async ({ page }) => {
    await page.goto('/whitepaper');
    const place = async () => {
      const box = await page.getByRole('button', { name: /^Switch to/ }).boundingBox();
      return box && { right: 1280 - box.x - box.width, bottom: 800 - box.y - box.height };
    };
    const before = await place();
    expect(before?.right).toBeLessThan(60);
    expect(before?.bottom).toBeLessThan(60);
    await page.evaluate(() => window.scrollTo(0, 600));
    expect(await place()).toEqual(before);
    await page.setViewportSize(PHONE);
    await expect(page.getByRole('button', { name: /^Switch to/ })).toHaveCount(0);
  });

  test('scrolls smoothly where motion is welcome', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/whitepaper');
    await page.evaluate(() => {
      const calls: unknown[] = [];
      Object.assign(window, { calls });
      window.scrollTo = (...args: unknown[]) => void calls.push(args[0]);
    });
    await page.getByRole('navigation', { name: 'Read on' }).getByRole('link').first().click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { calls: unknown[] }).calls))
      .toEqual([{ top: 0, behavior: 'smooth' }]);
  });
});

test.describe('the sidebar', () => {
  /** Has one member tip another, so that today has its best posts. */
  async function tipSomebody(): Promise<void> {
    const [author, payer] = await Promise.all([signUp('mary'), signUp('tom')]);
    const post = await publish(author, 'Of today');
    await api('POST', `/api/posts/${post.id}/like`, { amount: 1 }, payer.token);
  }

  test('holds a promo card and two widgets, 130 px from the top however far the page is scrolled [2.sidebar]', async ({
    page,
  }) => {
    await tipSomebody();
    await page.goto('/whitepaper');
    const sidebar = page.locator('aside');
    for (const name of ['About Likewell', 'Price and holders’ share', 'Top today'])
      await expect(sidebar.getByLabel(name)).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'How it is shared' })).toBeVisible();
    // The column beside it gives it the space to stick. Until the paper has loaded, the end of
    // a short page pushes it up.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    for (const top of [400, 900]) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      expect((await sidebar.boundingBox())?.y).toBe(130);
    }
  });

  test('moves nothing while it loads', async ({ page }) => {
    await tipSomebody();
    const hold = new Promise((resolve) => setTimeout(resolve, 1500));
    await page.route('**/api/holders/epochs**', async (route) => {
      await hold;
      await route.continue();
    });
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shifted: number }).shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/best');
    await expect(
      page.locator('aside').getByText(/for every 100 LIKE held|still being gathered/),
    ).toBeVisible();
    await expect(page.locator('aside').getByLabel('Top today').getByRole('link').first()).toBeVisible();
    await expect(page.locator('[data-post-id]').first()).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02);
  });
});
