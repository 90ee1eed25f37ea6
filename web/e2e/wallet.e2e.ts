import type { Page } from '@playwright/test';
import { api, awaitBonus, newName, PASSWORD, publish, type SignedUp, signUp } from './support/api.ts';
import { finishTasks, stopClock } from './support/clock.ts';
import { expect, test } from './support/fixtures.ts';
import { alerted, balance, dialog, pathOf } from './support/steps.ts';
import { withoutDevWallet } from './support/test-wallet.ts';

const tip = (payer: SignedUp, postId: number, amount: number) =>
  api('POST', `/api/posts/${postId}/like`, { amount }, payer.token);

async function openAllChanges(page: Page): Promise<void> {
  await page.goto('/wallet');
  await expect(page.getByRole('table', { name: 'All changes' }).getByText('Sign-up bonus')).toBeVisible();
}

/** Returns the rows as text: what changed, and by how much. */
const changes = (page: Page) =>
  page
    .getByRole('table', { name: 'All changes' })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('p')?.textContent,
        row.querySelector('[title$=LIKE]')?.getAttribute('title'),
      ]),
    );

test.describe('/wallet', () => {
  test('is reached from the balance, which is compact from 1000 on [2.wallet-button] [2.header-balance]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const user = { ...mary.user, tokensNano: '1234567891000', public_token: 'p' };
    const page = await openPage({ as: { ...mary, user } });
    // The stored balance is shown until the server responds.
    await page.route('**/api/auth/me', () => undefined);
    await page.goto('/best');
    await expect(balance(page)).toContainText('1.2K');
    await expect(balance(page)).toContainText('1234.567891 LIKE');
    await balance(page).click();
    await expect(page).toHaveURL('/wallet');
    await expect(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible();
  });

  test('shows the balance, the price, and an amount of 100 with its value [2.wallet] [2.wallet-balance] [2.wallet-price] [2.wallet-usd] [2.wallet-amount] [9.default-deposit]', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/price'));
    await page.goto('/wallet');
    const { usd } = (await (await answered).json()) as { usd: number };
    await expect(page).toHaveTitle('Wallet – Likewell');
    const card = page.locator('main').getByLabel('Balance');
    await expect(card.getByText('100 LIKE', { exact: true })).toBeVisible();
    const price = card.locator('dd').last();
    // Below ten cents, as the price is on this machine, three significant digits are shown.
    await expect(price).toHaveText(`$${usd.toPrecision(3)}`);
    const amount = page.getByLabel('Amount of LIKE');
    await expect(amount).toHaveValue('100');
    const value = card.locator('form').getByText('≈');
    await expect(value).toHaveText(`≈ $${(100 * usd).toFixed(2)}`);
    await amount.fill('');
    await expect(value).toHaveText('≈ –');
  });

  test('tells no member with a balance first that there were no transactions [2.wallet-empty]', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/wallet');
    await expect(page.getByText('Sign-up bonus')).toBeVisible();
    const nothing = page.getByText("You haven't had any transactions yet");
    await expect(nothing).toHaveCount(0);
    await page.getByRole('tab', { name: 'Deposits and withdrawals' }).click();
    await expect(nothing).toBeVisible();
  });

  test('asks a visitor to log in', async ({ page }) => {
    await page.goto('/wallet');
    await expect(dialog(page).getByLabel('Username or e-mail')).toBeVisible();
  });

  test("alerts 'Invalid amount', and 'Wallet not found' without an extension [2.wallet-deposit-button] [8.wallet-invalid-amount] [5.deposit-wallet] [8.wallet-not-found]", async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    await withoutDevWallet(page);
    await page.goto('/wallet');
    const amount = page.getByLabel('Amount of LIKE');
    for (const wrong of ['0', '-5', '1e3', '']) {
      await amount.fill(wrong);
      expect(await alerted(page, 'Deposit LIKEs'), wrong).toBe('Invalid amount');
    }
    await amount.fill('2.5');
    expect(await alerted(page, 'Deposit LIKEs')).toBe('Wallet not found');
  });

  test("'Withdraw LIKEs' only says for 3 seconds that it will be available soon [2.wallet-withdraw] [9.withdraw-tooltip]", async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.clock.install();
    await page.goto('/wallet');
    const withdraw = page.getByRole('button', { name: 'Withdraw LIKEs' });
    await expect(withdraw).toBeVisible();
    await stopClock(page);
    const tooltip = page.getByText('Functionality will be available soon');
    await withdraw.click();
    await expect(tooltip).toBeVisible();
    await page.clock.runFor(2999);
    await expect(tooltip).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(tooltip).toHaveCount(0);
  });

  test("'Buy LIKEs on exchange' does nothing [2.wallet-buy]", async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.clock.install();
    await page.goto('/wallet');
    await expect(page.getByText('Sign-up bonus')).toBeVisible();
    await expect(page.locator('canvas').first()).toBeVisible();
    // The last data that loads by itself.
    await expect(page.locator('main').getByLabel('Balance').getByText(/^\$\d/)).toBeVisible();
    await expect(
      page.getByRole('complementary').getByText(/for every 100 LIKE held|still being gathered/),
    ).toBeVisible();
    await expect(page.locator('dt:has-text("Tips sent, last 7 days") + dd')).toContainText('LIKE');
    // Today's best posts may be none.
    await page.waitForLoadState('networkidle');
    // Otherwise the page would ask for the balance and the price from time to time.
    await stopClock(page);
    await finishTasks(page);
    const seen = () => page.locator('main').innerText();
    const before = await seen();
    const asked: string[] = [];
    page.on('request', (request) => {
      // The program's files are loaded by themselves while the page is idle.
      if (request.resourceType() !== 'script') asked.push(request.url());
    });
    await page.getByRole('button', { name: 'Buy LIKEs on exchange' }).click();
    expect(await seen()).toBe(before);
    expect(asked).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
    expect(pathOf(page)).toBe('/wallet');
  });
});

test.describe('the chart of the price', () => {
  const chartOf = (page: Page) => page.getByRole('img', { name: 'Chart of the price' });

  test('is drawn, told in words and listed, for each range, by keyboard too, and follows the theme [2.wallet-chart]', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/wallet');
    const words = page.getByText(/^From \$/);
    await expect(words).toBeVisible();
    await expect(words).toHaveText(
      /^From \$[\d.]+ to \$[\d.]+ over the past week, ((up|down) [\d.]+%|unchanged)\. Lowest \$[\d.]+, highest \$[\d.]+\.$/,
    );
    await expect(chartOf(page).locator('canvas').first()).toBeVisible();
    const ranges = page.getByRole('group', { name: 'How far back' });
    await ranges.getByRole('button', { name: 'Week', pressed: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('over the past month')).toBeVisible();
    await expect(ranges.getByRole('button', { pressed: true })).toHaveText('Month');
    for (const range of ['Day', 'Year', 'All']) {
      await ranges.getByRole('button', { name: range }).click();
      await expect(
        page.getByText(range === 'All' ? /^From .* since / : `over the past ${range.toLowerCase()}`),
      ).toBeVisible();
    }
    const dark = await chartOf(page).screenshot();
    await page
      .getByRole('button', { name: /theme|light/i })
      .last()
      .click();
    await expect.poll(async () => (await chartOf(page).screenshot()).equals(dark)).toBe(false);
    await page.getByText('As a table').click();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(13);
    const credit = page.getByRole('link', { name: 'TradingView, Inc.' });
    await expect(credit).toHaveAttribute('href', 'https://www.tradingview.com/');
  });

  test('is fetched with its library by the wallet alone', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (/chart-canvas.*\.js$/.test(request.url())) scripts.push(request.url());
    });
    await page.goto('/best');
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
    await balance(page).click();
    await expect(chartOf(page).locator('canvas').first()).toBeVisible();
    expect(scripts.length).toBeGreaterThan(0);
  });
});

test.describe('every change of the balance', () => {
  test('of a tip goes 70 % to the author and 10 % to who referred the sender, and adds up to the balance [9.like-split] [9.referral-share]', async ({
    openPage,
  }) => {
    const [author, sharer] = await Promise.all([signUp('mary'), signUp('sue')]);
    const { public_token } = await api<{ public_token: string }>(
      'GET',
      '/api/auth/me',
      undefined,
      sharer.token,
    );
    const username = newName('tom');
    const body = { username, email: `${username}@example.org`, password: PASSWORD, ref: public_token };
    const payer = { ...(await api<SignedUp>('POST', '/api/auth/register', body)), password: PASSWORD };
    const post = await publish(author, 'Worth ten');
    await awaitBonus(payer.token);
    await tip(payer, post.id, 10);

    const payers = await openPage({ as: payer });
    await openAllChanges(payers);
    expect(await changes(payers)).toEqual([
      [`Tip sent to ${author.user.username}`, '-10 LIKE'],
      ['Sign-up bonus', '+100 LIKE'],
    ]);
    await expect(payers.locator('main').getByText('90 LIKE', { exact: true })).toBeVisible();
    await expect(payers.locator('dt:has-text("Tips sent, last 7 days") + dd')).toContainText('10 LIKE');
    await payers.getByRole('main').getByRole('link', { name: 'Worth ten' }).click();
    await expect(payers.getByRole('heading', { level: 1, name: 'Worth ten' })).toBeVisible();

    const authors = await openPage({ as: author });
    await openAllChanges(authors);
    await expect(authors.locator('dt:has-text("Tips received, last 7 days") + dd')).toContainText('7 LIKE');
    expect((await changes(authors))[0]).toEqual([`Tip received from ${username}`, '+7 LIKE']);
    const sharers = await openPage({ as: sharer });
    await openAllChanges(sharers);
    expect((await changes(sharers))[0]).toEqual([`Share and earn, a tip of ${username}`, '+1 LIKE']);
  });

  test('is read page after page [2.wallet-scroll] [4.history-pages]', async ({ openPage }) => {
    const [author, payer] = await Promise.all([signUp('mary'), signUp('tom')]);
    const post = await publish(author, 'Often tipped');
    for (let sent = 0; sent < 45; sent += 1) await tip(payer, post.id, 0.5);
    const page = await openPage({ as: payer });
    const cursors: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/wallet/history' && url.searchParams.get('kinds') === 'all')
        cursors.push(url.searchParams.get('cursor') ?? 'none');
    });
    await page.goto('/wallet');
    const rows = page.getByRole('table', { name: 'All changes' }).locator('time');
    await expect(rows).toHaveCount(20);
    expect(cursors).toEqual(['']);
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return rows.count();
      })
      .toBe(46);
    expect(new Set(cursors).size).toBe(3);
    expect(cursors).toHaveLength(3);
  });
});
