import type { Page } from '@playwright/test';
import { api, follow, type PostResponse, publish, request, type SignedUp, signUp } from './support/api.ts';
import { accompanied, cut, mend, NETWORK_ERRORS } from './support/bad-network.ts';
import { expect, type OpenPage, test } from './support/fixtures.ts';
import { alert, balance, card, dialog, logIn, pathOf, submit } from './support/steps.ts';

let author: SignedUp;
let post: PostResponse;

test.beforeAll(async () => {
  author = await signUp('mary');
  post = await publish(author, 'Tipped into a dead network');
});

const tipButton = (page: Page) =>
  card(page, post.id)
    .first()
    .getByRole('button', { name: /Send tokens/ });

const tokensOf = async ({ token }: SignedUp) =>
  (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, token)).tokens;

async function openTip(openPage: OpenPage, as: SignedUp, path = `/p/${post.id}`): Promise<Page> {
  const page = await openPage({ as, expected: NETWORK_ERRORS });
  await page.goto(path);
  await tipButton(page).click();
  await expect(dialog(page).getByLabel('Amount of LIKE')).toBeVisible();
  return page;
}

/** Lets tips reach the server, but not their responses the page. */
async function loseResponses(page: Page): Promise<() => Promise<void>> {
  await page.route('**/like', async (route) => {
    await route.fetch().catch(() => undefined);
    await route.abort('connectionreset');
  });
  return () => page.unroute('**/like');
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Your tip of' });

test.describe('a tip into a dead network', () => {
  test('that never left says that it is being asked for, and goes once when the network is back', async ({
    openPage,
  }) => {
    const tom = await signUp('tom');
    const page = await openTip(openPage, tom);
    await cut(page);
    await submit(page, 'Send');
    await expect(dialog(page)).toContainText('No answer yet');
    await page.waitForTimeout(2500);
    await expect(dialog(page)).toContainText('No answer yet');
    await mend(page);
    await expect(dialog(page)).toHaveCount(0);
    await expect(balance(page)).toContainText('99');
    expect(await tokensOf(tom)).toBe(99);
  });

  test('that arrived, but whose response got lost, is told as sent, and counts once', async ({
    openPage,
  }) => {
    const tom = await signUp('tom');
    const page = await openTip(openPage, tom);
    const keys = new Set<string | undefined>();
    page.on('request', (sent) => {
      if (sent.url().endsWith('/like')) keys.add(sent.headers()['idempotency-key']);
    });
    const restore = await loseResponses(page);
    await submit(page, 'Send');
    await expect(dialog(page)).toContainText('No answer yet');
    await expect.poll(() => tokensOf(tom)).toBe(99);
    await restore();
    await expect(dialog(page)).toHaveCount(0);
    await expect(balance(page)).toContainText('99');
    expect([keys.size, await tokensOf(tom)]).toEqual([1, 99]);
  });

  test('whose dialog was closed is told by a notice', async ({ openPage }) => {
    const tom = await signUp('tom');
    const page = await openTip(openPage, tom);
    const restore = await loseResponses(page);
    await submit(page, 'Send');
    await expect(dialog(page)).toContainText('No answer yet');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await restore();
    await expect(notice(page)).toHaveText('Your tip of 1 LIKE was sent.');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notice(page)).toHaveCount(0);
    expect(await tokensOf(tom)).toBe(99);
  });

  test('is asked for after a reload, with the same key', async ({ openPage }) => {
    const tom = await signUp('tom');
    const page = await openTip(openPage, tom);
    const restore = await loseResponses(page);
    await submit(page, 'Send');
    await expect(dialog(page)).toContainText('No answer yet');
    await page.reload();
    await restore();
    await expect(notice(page)).toHaveText('Your tip of 1 LIKE was sent.');
    await expect(balance(page)).toContainText('99');
    expect(await tokensOf(tom)).toBe(99);
    await page.reload();
    await expect(balance(page)).toContainText('99');
    await page.waitForTimeout(1000);
    await expect(notice(page)).toHaveCount(0);
  });

  test('is not paid by somebody else who signs in meanwhile, and is asked for when its sender is back', async ({
    openPage,
  }) => {
    const [tom, sue] = await Promise.all([signUp('tom'), signUp('sue')]);
    const page = await openTip(openPage, tom);
    await page.route('**/like', (route) => route.abort('connectionreset'));
    await submit(page, 'Send');
    await expect(dialog(page)).toContainText('No answer yet');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await logOut(page);
    await logIn(page, sue.user.username, sue.password);
    await expect(page.getByRole('button', { name: `Account of ${sue.user.username}` })).toBeVisible();
    await page.unroute('**/like');
    // Longer than the pause between two retries.
    await page.waitForTimeout(6000);
    expect(await tokensOf(sue)).toBe(100);
    await expect(balance(page)).toContainText('100');
    await logOut(page);
    await logIn(page, tom.user.username, tom.password);
    await expect(notice(page)).toHaveText('Your tip of 1 LIKE was sent.');
    await expect(balance(page)).toContainText('99');
  });

  test('is told as not sent where the balance was spent elsewhere meanwhile', async ({ openPage }) => {
    const tom = await signUp('tom');
    const other = await publish(await signUp('mary'), 'Got all of it');
    const page = await openTip(openPage, tom);
    await dialog(page).getByLabel('Amount of LIKE').fill('60');
    await cut(page);
    await submit(page, 'Send');
    await expect(dialog(page)).toContainText('No answer yet');
    await api('POST', `/api/posts/${other.id}/like`, { amount: 50 }, tom.token);
    await mend(page);
    await expect(alert(page)).toContainText('You do not have enough LIKE');
    expect(await tokensOf(tom)).toBe(50);
  });
});

// The feed of those whom a member follows is a screen for members only: it offers the login by itself.
for (const place of ['a post', '/following'])
  test.describe(`a session that ended in the middle of a tip from ${place}`, () => {
    const open = async (openPage: OpenPage, tom: SignedUp) => {
      if (place === 'a post') return openTip(openPage, tom);
      await follow(tom, author);
      return openTip(openPage, tom, place);
    };

    test('leads to the login, and from there back to the tip as it was typed', async ({ openPage }) => {
      const tom = await signUp('tom');
      const page = await open(openPage, tom);
      await dialog(page).getByLabel('Amount of LIKE').fill('2.5');
      expect((await request('POST', '/api/auth/logout', undefined, tom.token)).ok).toBe(true);
      await submit(page, 'Send');
      await expect(dialog(page)).toContainText('Your session has ended and nothing was sent.');
      await dialog(page).getByLabel('Username or e-mail').fill(tom.user.username);
      await dialog(page).getByLabel('Password').fill(tom.password);
      await submit(page, 'Login');
      await expect(dialog(page).getByLabel('Amount of LIKE')).toHaveValue('2.5');
      await submit(page, 'Send');
      await expect(dialog(page)).toHaveCount(0);
      await expect(balance(page)).toContainText('97.50');
    });

    test('of which nothing is known yet: it is asked for after the login, and paid once', async ({
      openPage,
    }) => {
      const tom = await signUp('tom');
      const page = await open(openPage, tom);
      const restore = await loseResponses(page);
      await submit(page, 'Send');
      await expect(dialog(page)).toContainText('No answer yet');
      await expect.poll(() => tokensOf(tom)).toBe(99);
      await request('POST', '/api/auth/logout', undefined, tom.token);
      await restore();
      await expect(dialog(page)).toContainText('Log in to see whether your tip was sent.');
      await dialog(page).getByLabel('Username or e-mail').fill(tom.user.username);
      await dialog(page).getByLabel('Password').fill(tom.password);
      await submit(page, 'Login');
      await expect(notice(page)).toHaveText('Your tip of 1 LIKE was sent.');
      await expect(balance(page)).toContainText('99');
    });
  });

test.describe('what a visitor wanted', () => {
  test('to tip is done after the login', async ({ page }) => {
    const tom = await signUp('tom');
    await page.goto(`/p/${post.id}`);
    await tipButton(page).click();
    await dialog(page).getByLabel('Username or e-mail').fill(tom.user.username);
    await dialog(page).getByLabel('Password').fill(tom.password);
    await submit(page, 'Login');
    await expect(dialog(page).getByLabel('Amount of LIKE')).toBeVisible();
    await submit(page, 'Send');
    await expect(balance(page)).toContainText('99');
  });

  test('to write is done after the login', async ({ page }) => {
    const tom = await signUp('tom');
    await page.goto('/best');
    await page.getByRole('button', { name: 'Post with AI', exact: true }).click();
    await dialog(page).getByLabel('Username or e-mail').fill(tom.user.username);
    await dialog(page).getByLabel('Password').fill(tom.password);
    await submit(page, 'Login');
    await expect(page.getByLabel('Body', { exact: true })).toBeVisible();
    expect(pathOf(page)).toBe('/create');
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe('/best');
  });

  test('to follow is done after the login', async ({ page }) => {
    const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
    await publish(mary, 'Followed later');
    await page.goto(`/u/${mary.user.username}`);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await dialog(page).getByLabel('Username or e-mail').fill(tom.user.username);
    await dialog(page).getByLabel('Password').fill(tom.password);
    await submit(page, 'Login');
    await expect(page.getByRole('button', { name: 'Unfollow', exact: true })).toBeVisible();
  });

  test('to share is done after the login, with the own link, whose beginning is shown', async ({ page }) => {
    const tom = await signUp('tom');
    await page.goto(`/p/${post.id}`);
    await card(page, post.id).first().getByRole('button', { name: 'Share' }).click();
    await dialog(page).getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('tab', { name: 'Login' }).click();
    await dialog(page).getByLabel('Username or e-mail').fill(tom.user.username);
    await dialog(page).getByLabel('Password').fill(tom.password);
    await submit(page, 'Login');
    const link = dialog(page).getByLabel('Your referral link');
    await expect(link).toHaveValue(new RegExp(`/p/${post.id}\\?ref=`));
    await link.focus();
    await page.waitForTimeout(200);
    expect(
      await link.evaluate((field) => [field.scrollLeft, (field as HTMLInputElement).selectionStart]),
    ).toEqual([0, 0]);
  });
});

test('the balance in the header follows what others tip: on return, on a change of path, and every 30 s', async ({
  openPage,
}) => {
  const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
  const own = await publish(mary, 'Earns while its author looks');
  const page = await openPage({ as: mary });
  await page.clock.install();
  const isAccompanied = accompanied(page);
  await page.goto('/whitepaper');
  await expect(balance(page)).toContainText('100');
  await isAccompanied;
  const tip = () => api('POST', `/api/posts/${own.id}/like`, { amount: 10 }, tom.token);
  await page.clock.runFor(2000);
  await tip();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(balance(page)).toContainText('107');
  await page.clock.runFor(2000);
  await tip();
  await page.getByRole('link', { name: 'New', exact: true }).click();
  await expect(balance(page)).toContainText('114');
  await page.clock.runFor(2000);
  await tip();
  await page.clock.runFor(31_000);
  await expect(balance(page)).toContainText('121');
  // A hidden page sends no requests, and is up to date when it is shown again.
  await showTab(page, false);
  await tip();
  let asked = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/auth/me')) asked += 1;
  });
  await page.clock.runFor(95_000);
  expect(asked).toBe(0);
  await showTab(page, true);
  await expect(balance(page)).toContainText('128');
});

/** Simulates changing to another tab of the browser, or back: a browser without windows shows all tabs. */
const showTab = (page: Page, isShown: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isShown ? 'visible' : 'hidden',
  );
