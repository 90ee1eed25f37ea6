import type { Page } from '@playwright/test';
import { api, publish, publishMany, signUp } from './support/api.ts';
import { DESKTOP, expect, PHONE, test } from './support/fixtures.ts';
import { demoGiveaways } from './support/giveaways.ts';
import { prose } from './support/prose.ts';
import { dialog, showSignUp, submit } from './support/steps.ts';

const LOW = { width: 1366, height: 650 };
const LYING = { width: 844, height: 390 };
/** Gold of filled elements, in both themes. */
const GOLD = 'rgb(242, 181, 68)';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' });

/** Returns the number of filled buttons within an element. */
const filled = (page: Page, within: string) =>
  page
    .locator(`${within} :is(a, button)`)
    .evaluateAll(
      (buttons, gold) => buttons.filter((button) => getComputedStyle(button).backgroundColor === gold).length,
      GOLD,
    );

test.describe('the sidebar', () => {
  for (const who of ['a visitor', 'a member'])
    test(`shows ${who} all it has in a window of 1366×650, without scrolling`, async ({ openPage }) => {
      const [author, payer] = await Promise.all([signUp('mary'), signUp('tom')]);
      const long = 'A title that is longer than a line of the sidebar has room for, and then some';
      const posts = [await publish(author, long), ...(await publishMany(author, 3))];
      for (const { id } of posts) await api('POST', `/api/posts/${id}/like`, { amount: 9 }, payer.token);
      const page = await openPage({ viewport: LOW, ...(who === 'a member' && { as: payer }) });
      await page.goto('/best');
      const rows = page.getByLabel('Top today').getByRole('link');
      await expect(rows).toHaveCount(3);
      const last = await rows.last().boundingBox();
      expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(LOW.height);
      // Only the promo is a card.
      const sections = page.locator('aside section');
      const backgrounds = await sections.evaluateAll((all) =>
        all.map((one) => getComputedStyle(one).borderTopWidth),
      );
      expect(backgrounds).toEqual(['1px', '0px', '0px']);
    });

  test('has no price beside the wallet, which says it itself', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom') });
    await page.goto('/wallet');
    await expect(page.locator('aside').getByText('Last share of the holders')).toBeVisible();
    await expect(page.getByText('LIKE price in USD')).toHaveCount(1);
    await page.getByRole('link', { name: 'Best', exact: true }).click();
    await expect(page.locator('aside').getByText('LIKE price in USD')).toBeVisible();
  });
});

test.describe('gold', () => {
  test('fills one button of the main column at the most, and none of the sidebar on /create and a profile', async ({
    openPage,
  }) => {
    const [mary, tom, giveaways] = await Promise.all([signUp('mary'), signUp('tom'), demoGiveaways()]);
    await publishMany(mary, 3);
    const page = await openPage({ as: tom, viewport: DESKTOP });
    for (const [path, most, header, sidebar] of [
      ['/best', 0, 1, 1],
      [`/u/${mary.user.username}`, 1, 1, 0],
      ['/create', 1, 0, 0],
      ['/wallet', 1, 1, 1],
      ['/settings', 1, 1, 1],
      // Before the draw there is nothing to check.
      [`/giveaways/${giveaways.active.id}`, 0, 1, 1],
      [`/giveaways/${giveaways.drawn.id}`, 1, 1, 1],
    ] as const) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expect.poll(() => filled(page, 'main'), path).toBe(most);
      expect(await filled(page, 'header[data-bar]'), `the header of ${path}`).toBe(header);
      expect(await filled(page, 'aside'), `the sidebar of ${path}`).toBe(sidebar);
    }
  });
});

test.describe("a phone's bar", () => {
  test('leads to the feeds, to writing and to the wallet, and covers nothing', async ({ openPage }) => {
    const page = await openPage({ viewport: PHONE, as: await signUp('tom') });
    await page.goto('/best');
    await expect(bar(page).getByRole('link')).toHaveText(['Best', 'New', '', 'Following', 'Wallet']);
    const box = await bar(page).boundingBox();
    expect([box?.height, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([60, PHONE.height]);
    for (const link of await bar(page).getByRole('link').all()) {
      const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
    }
    await expect(bar(page).getByRole('link', { name: 'Best' })).toHaveAttribute('aria-current', 'page');
    await bar(page).getByRole('link', { name: 'Write a post' }).click();
    await expect(page).toHaveURL('/create');
    await bar(page).getByRole('link', { name: 'New' }).click();
    await expect(page).toHaveURL('/new');
    await page.goto('/no/such/place');
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const end = await page.locator('#root > * > footer').boundingBox();
    // The end of a page may be a fraction of a pixel below the lowest scroll position.
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThan(((await bar(page).boundingBox())?.y ?? 0) + 1);
  });

  test('asks a visitor to log in before they write, and then leads there', async ({ openPage }) => {
    const tom = await signUp('tom');
    const page = await openPage({ viewport: PHONE });
    await page.goto('/best');
    await bar(page).getByRole('button', { name: 'Write a post' }).click();
    await dialog(page).getByLabel('Username or e-mail').fill(tom.user.username);
    await dialog(page).getByLabel('Password').fill(tom.password);
    await submit(page, 'Login');
    await expect(page).toHaveURL('/create');
    await expect(page.getByLabel('Body', { exact: true })).toBeVisible();
  });

  test('is not there on a desktop', async ({ openPage }) => {
    const page = await openPage({ viewport: { width: 1024, height: 800 } });
    await page.goto('/best');
    await expect(page.locator('aside')).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  });

  test('takes, with all that stays in view, at most 15 % of a phone that lies on its side', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    await publishMany(mary, 4);
    const page = await openPage({ viewport: LYING });
    await page.goto(`/u/${mary.user.username}`);
    await expect(page.locator('[data-post-id]').nth(3)).toBeAttached();
    await page.evaluate(() => window.scrollTo(0, 400));
    await expect(bar(page)).toBeVisible();
    const taken = await page.locator('[data-bar], section[aria-label="Announcement"]').evaluateAll((bars) => {
      const seen = bars.map((one) => one.getBoundingClientRect()).filter(({ bottom }) => bottom > 0);
      return seen.reduce((sum, { width, height }) => sum + width * height, 0);
    });
    expect(taken / (LYING.width * LYING.height)).toBeLessThanOrEqual(0.15);
    // Neither covers the text.
    const [rail, card] = [await bar(page).boundingBox(), await page.locator('article').first().boundingBox()];
    expect(card?.x).toBeGreaterThanOrEqual((rail?.x ?? 0) + (rail?.width ?? 0));
  });
});

test('a phone on its side has nothing under its notch: not the menu, nor the skip link', async ({
  openPage,
}) => {
  const NOTCH = 47;
  const page = await openPage({ viewport: LYING });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: NOTCH, right: NOTCH } });
  await page.goto('/best');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const close = page.getByRole('button', { name: 'Close' });
  await expect
    .poll(async () => {
      const { x = 0, width = 0 } = (await close.boundingBox()) ?? {};
      return x + width;
    })
    .toBe(LYING.width - NOTCH);
  // As wide as without a notch.
  const links = await page.getByRole('navigation', { name: 'Menu' }).boundingBox();
  expect(links?.width).toBe(320 - 16 - 1);
  await page.keyboard.press('Escape');
  const skip = await page.locator('[data-skip]').boundingBox();
  expect(skip?.x).toBe(NOTCH);
});

/**
 * Returns what is pressed and is too small for a finger. A link is as wide as its words, and within a text as
 * high as its line; the announcement is as wide as the window and 40 px high.
 */
const tooSmall = (page: Page) =>
  page.locator('a, button, summary, input, textarea, label:has(input)').evaluateAll((pressed) =>
    pressed
      .filter((one) => {
        const { width, height } = one.getBoundingClientRect();
        const isReached =
          one.checkVisibility() &&
          !one.closest('[aria-hidden=true], [data-skip], [aria-label=Announcement], label:has(input) *');
        return (
          isReached &&
          getComputedStyle(one).display !== 'inline' &&
          (height < 44 || (one.matches('button') && width < 44))
        );
      })
      .map((one) => one.outerHTML.slice(0, 100)),
  );

test('what a finger presses has at least 44 px', async ({ openPage }) => {
  const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
  const post = await publish(mary, 'Pressed', prose(150));
  // Shown in a row of the wallet.
  await api('POST', `/api/posts/${post.id}/like`, { amount: 1 }, tom.token);
  const page = await openPage({ viewport: PHONE, hasTouch: true, as: tom });
  const paths = [
    `/p/${post.id}`,
    `/u/${mary.user.username}`,
    '/create',
    '/wallet',
    '/settings#security',
    '/giveaways',
  ];
  for (const path of paths) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(await tooSmall(page), path).toEqual([]);
  }
  const visitor = await openPage({ viewport: PHONE, hasTouch: true });
  await visitor.goto('/best');
  await visitor.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog(visitor).getByLabel('Password')).toBeVisible();
  expect(await tooSmall(visitor)).toEqual([]);
});

test('what a finger presses in the history of the wallet lies over no other words, and leaves no gap between lines', async ({
  openPage,
}) => {
  const [author, tom] = await Promise.all([signUp('long_named'), signUp('tom')]);
  for (const title of ['One line', 'A title that takes two lines on a phone', prose(12)]) {
    const post = await publish(author, title);
    await api('POST', `/api/posts/${post.id}/like`, { amount: 1 }, tom.token);
  }
  for (const width of [PHONE.width, 320]) {
    const page = await openPage({ viewport: { width, height: PHONE.height }, hasTouch: true, as: tom });
    await page.goto('/wallet');
    const rows = page.getByRole('row', { name: /^Tip sent/ });
    await expect(rows).toHaveCount(3);
    const read = await rows.evaluateAll((all) =>
      all.map((row) => {
        const [person, post] = [...row.querySelectorAll('p')];
        const lines = (element?: HTMLElement) =>
          element &&
          element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight);
        const title = [...(post?.querySelector('bdi')?.getClientRects() ?? [])].at(-1);
        const time = row.querySelector('time')?.getBoundingClientRect();
        return {
          isClear: title && time && (title.bottom <= time.top + 1 || title.right <= time.left),
          heights: [lines(person), lines(post)],
          targets: [...row.querySelectorAll('p a')].map((link) => link.getBoundingClientRect().height),
        };
      }),
    );
    for (const { isClear, heights, targets } of read) {
      expect(isClear).toBe(true);
      for (const height of heights) expect(height).toBeCloseTo(Math.round(height ?? 0.5), 1);
      for (const target of targets) expect(target).toBeGreaterThanOrEqual(44);
    }
  }
});

/** Returns the fields for text that an iPhone zooms into when they get the focus: those below 16 px. */
const zoomed = (page: Page) =>
  page
    .locator('input:not([type=radio], [type=file]), textarea')
    .evaluateAll((fields) =>
      fields
        .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 100)),
    );

test('no field that a finger presses makes an iPhone zoom into the page', async ({ openPage }) => {
  const page = await openPage({ viewport: PHONE, hasTouch: true, as: await signUp('tom') });
  for (const [path, label] of [
    ['/create', 'What should your post be about?'],
    ['/wallet', 'Amount of LIKE'],
    ['/settings#password', 'Current password'],
    ['/settings#username', 'New username'],
    ['/settings#security', 'New e-mail address'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByLabel(label), path).toBeVisible();
    expect(await zoomed(page), path).toEqual([]);
  }
  const visitor = await openPage({ viewport: PHONE, hasTouch: true });
  await visitor.goto('/best');
  await visitor.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog(visitor).getByLabel('Password')).toBeVisible();
  expect(await zoomed(visitor)).toEqual([]);
  await showSignUp(visitor);
  expect(await zoomed(visitor)).toEqual([]);
});

test.describe('who is no member', () => {
  test('reads a sentence of promise, and a member does not', async ({ page, openPage }) => {
    for (const path of ['/best', '/new']) {
      await page.goto(path);
      await expect(page.locator('main').getByText('Readers pay writers here.')).toBeVisible();
    }
    const members = await openPage({ as: await signUp('tom') });
    await members.goto('/best');
    await expect(members.locator('[data-post-id]').first()).toBeVisible();
    await expect(members.getByText('Readers pay writers here.')).toHaveCount(0);
  });
});

test('on a tablet header and footer begin and end where the column does', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/best');
  await expect(page.locator('[data-post-id]').first()).toBeVisible();
  const sides = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(element);
        return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)];
      });
  const column = await sides('main');
  expect(column).toEqual([60, 760]);
  expect(await sides('header[data-bar] > div')).toEqual(column);
  expect(await sides('#root > * > footer > div')).toEqual(column);
});
