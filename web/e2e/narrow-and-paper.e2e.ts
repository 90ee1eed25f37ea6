import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  api,
  awaitBonus,
  PASSWORD,
  type PostResponse,
  publish,
  type SignedUp,
  signUp,
} from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { card, dialog, scrollToEnd } from './support/steps.ts';

const LONGEST = 20;

let wide: SignedUp;
let post: PostResponse;
let arabic: PostResponse;

test.beforeAll(async () => {
  const username = `wwwwwwww${randomBytes(6).toString('hex')}`.slice(0, LONGEST);
  const body = { username, email: `${username}@example.org`, password: PASSWORD, ref: null };
  wide = { ...(await api<SignedUp>('POST', '/api/auth/register', body)), password: PASSWORD };
  await awaitBonus(wide.token);
  post = await publish(wide, 'A long name');
  arabic = await publish(wide, 'مرحبا بالعالم', 'هذا نص يُقرأ من اليمين إلى اليسار.');
  // Makes the sidebar as long as it can be.
  const [payer, third] = [await signUp('tom'), await publish(wide, 'The third of today')];
  for (const { id } of [post, arabic, third])
    await api('POST', `/api/posts/${id}/like`, { amount: 9 }, payer.token);
});

test('a name of 20 characters fits a screen of 320 px, wherever it stands', async ({ openPage }) => {
  const viewport = { width: 320, height: 568 };
  const [page, visitor] = [await openPage({ as: wide, viewport }), await openPage({ viewport })];
  const expectFits = async (screen: Page, path: string) => {
    await screen.goto(path);
    await expect(screen.locator('main').getByRole('heading', { level: 1 })).toBeAttached();
    await screen.waitForTimeout(300);
    const { scrolls, shows } = await screen.evaluate(() => ({
      scrolls: document.documentElement.scrollWidth,
      shows: document.documentElement.clientWidth,
    }));
    expect(scrolls, path).toBeLessThanOrEqual(shows);
  };
  const own = `/u/${wide.user.username}`;
  for (const path of [`/p/${post.id}`, own, '/new', '/settings#username', '/wallet'])
    await expectFits(page, path);
  // The member's own posts have another heading.
  await expectFits(visitor, own);
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText(wide.user.username);
  await page.getByRole('button', { name: /^Account of/ }).click();
  const name = page.getByRole('menu').getByText(wide.user.username);
  await expect(name).toBeVisible();
  const box = await page.getByRole('menu').boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320).toBe(true);
});

test('words that are read from the right begin at the right', async ({ page }) => {
  await page.goto(`/p/${arabic.id}`);
  const article = card(page, arabic.id).first();
  await expect(article).toBeVisible();
  const directions = await article.evaluate((item) =>
    [item.querySelector('h1'), item.querySelector('[data-testid=post-body] p')].map(
      (words) => words && getComputedStyle(words).direction,
    ),
  );
  expect(directions).toEqual(['rtl', 'rtl']);
});

test('paper has no buttons, no skip link, the whole text and no other, and is light', async ({
  openPage,
}) => {
  const page = await openPage({ theme: 'dark' });
  await page.goto(`/p/${post.id}`);
  await expect(card(page, post.id).first()).toBeVisible();
  await expect(page.getByText('Best Posts')).toBeVisible();
  const gain = () => getComputedStyle(document.documentElement).getPropertyValue('--positive');
  const onScreen = await page.evaluate(gain);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Skip to content')).toBeHidden();
  for (const button of await page.locator('button').all()) await expect(button).toBeHidden();
  await expect(page.getByText('Best Posts')).toBeHidden();
  expect(await page.evaluate(gain)).not.toBe(onScreen);
  await expect(card(page, post.id).first()).toBeVisible();
});

/** Returns the leaves of the page that lie under the theme's button. */
const coveredByToggle = (page: Page) =>
  page.evaluate(() => {
    const toggle = [...document.querySelectorAll('button')].find(({ title }) =>
      title.startsWith('Switch to'),
    );
    const own = toggle?.getBoundingClientRect();
    const others = document.querySelectorAll('main *, aside *, footer *, header *');
    return [...others]
      .filter((item) => {
        const { left, right, top, bottom, width: wide } = item.getBoundingClientRect();
        const touches = own && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        return wide > 0 && touches && item.childElementCount === 0;
      })
      .map((item) => item.outerHTML.slice(0, 80));
  });

test("the theme's button covers nothing at 1024 px and just above", async ({ page }) => {
  for (const path of ['/best', '/whitepaper']) {
    await page.goto(path);
    for (const [width, height] of [
      [1024, 768],
      [1024, 650],
      [1100, 650],
      [1151, 650],
      [1152, 650],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(page.getByLabel('Top today').getByRole('link')).toHaveCount(3);
      await expect(page.getByRole('button', { name: /^Switch to/ })).toBeVisible();
      expect(await coveredByToggle(page), `${path} at ${width}×${height}`).toEqual([]);
      await scrollToEnd(page);
      await page.waitForTimeout(300);
      expect(await coveredByToggle(page), `the end of ${path} at ${width}×${height}`).toEqual([]);
    }
  }
});

test('of a link to share a part can be read on a phone of 320 px, with the largest text too', async ({
  openPage,
}) => {
  const viewport = { width: 320, height: 640 };
  const page = await openPage({ as: await signUp('tom'), viewport, textSize: 32 });
  await page.goto(`/p/${post.id}`);
  await card(page, post.id).first().getByRole('button', { name: 'Share' }).click();
  const field = dialog(page).getByLabel('Your referral link');
  await expect(field).toBeVisible();
  expect((await field.boundingBox())?.width).toBeGreaterThan(200);
});

test('a dialog is no wider than a phone of 320 px, however long the amount in it', async ({ openPage }) => {
  const page = await openPage({ as: await signUp('tom'), viewport: { width: 320, height: 640 } });
  await page.goto(`/p/${post.id}`);
  await card(page, post.id)
    .first()
    .getByRole('button', { name: /Send tokens/ })
    .click();
  await dialog(page).getByLabel('Amount of LIKE').fill('12345678901234567890');
  const box = await dialog(page).boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 320]);
  const send = await dialog(page).getByRole('button', { name: 'Send', exact: true }).boundingBox();
  expect((send?.x ?? 0) + (send?.width ?? 320)).toBeLessThan(320);
});

test('an amount to send shows all of its digits', async ({ openPage }) => {
  const tom = await signUp('tom');
  const user = { ...tom.user, tokensNano: '63549999000', public_token: 'p' };
  for (const width of [320, 360, 1280]) {
    const page = await openPage({ as: { ...tom, user }, viewport: { width, height: 640 } });
    // The stored balance is shown until the server responds.
    await page.route('**/api/auth/me', () => undefined);
    await page.goto(`/p/${post.id}`);
    await card(page, post.id)
      .first()
      .getByRole('button', { name: /Send tokens/ })
      .click();
    const field = dialog(page).getByLabel('Amount of LIKE');
    const hidden = () => field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    const box = () => dialog(page).boundingBox();
    await field.fill('63');
    const before = await box();
    await dialog(page).getByRole('button', { name: 'Send 1 more' }).click();
    await expect(field).toHaveValue('63.549999');
    expect(await hidden(), `at ${width} px`).toBe(0);
    expect(await box(), `at ${width} px`).toEqual(before);
    for (const amount of ['888888888', '88888.888888', '888888888.888888']) {
      await field.fill(amount);
      expect(await hidden(), `${amount} at ${width} px`).toBe(0);
    }
  }
});

test('of sending a tip has buttons that nothing covers on a phone, with large text too', async ({
  openPage,
}) => {
  const page = await openPage({
    as: await signUp('tom'),
    viewport: { width: 390, height: 844 },
    textSize: 32,
  });
  await page.goto(`/p/${post.id}`);
  await card(page, post.id)
    .first()
    .getByRole('button', { name: /Send tokens/ })
    .click();
  await expect(dialog(page).getByLabel('Amount of LIKE')).toBeVisible();
  const covered = await dialog(page)
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => {
          button.scrollIntoView({ block: 'center' });
          const { left, right, top, height } = button.getBoundingClientRect();
          const isOnTop = (x: number) => button.contains(document.elementFromPoint(x, top + height / 2));
          return (
            ![left + 4, (left + right) / 2, right - 4].every(isOnTop) ||
            button.scrollWidth > button.clientWidth
          );
        })
        .map((button) => button.ariaLabel ?? button.textContent),
    );
  expect(covered).toEqual([]);
});

test('the longest amount leaves room for the words beside it on a phone', async ({ openPage }) => {
  const page = await openPage({ as: await signUp('tom'), viewport: { width: 360, height: 640 } });
  await page.route('**/api/wallet/history?*', async (route) => {
    const response = await route.fetch();
    const { items, ...rest } = (await response.json()) as { items: object[] };
    const json = { ...rest, items: items.map((item) => ({ ...item, amountNano: '999999999999999999' })) };
    await route.fulfill({ response, json });
  });
  await page.goto('/wallet');
  const cells = page.getByRole('row', { name: /Sign-up bonus/ }).getByRole('cell');
  await expect(cells.last()).toContainText('+999999999.999999999 LIKE');
  expect((await cells.first().boundingBox())?.width).toBeGreaterThan(100);
  // On the narrowest it stands below them.
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await cells.first().boundingBox())?.width).toBeGreaterThan(200);
});
