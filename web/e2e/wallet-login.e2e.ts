import type { Page } from '@playwright/test';
import { BASE_URL } from './support/base-url.ts';
import { expect, PHONE, READ_AFTER_LOGOUT, test } from './support/fixtures.ts';
import { alert, balance, dialog, dialogGone, showSignUp } from './support/steps.ts';
import { installTestWallet, withoutDevWallet } from './support/test-wallet.ts';

const walletButton = (page: Page) => dialog(page).getByRole('button', { name: 'Continue with a wallet' });
const choice = (page: Page, name: string) =>
  dialog(page).getByRole('list', { name: 'Choose a wallet' }).getByRole('button', { name });
const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as { id: number; username: string });

async function pressWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await walletButton(page).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
}

test.describe('signing in with a wallet', () => {
  test('makes a member with the bonus the first time, and is the same member again [4.wallet-login]', async ({
    openPage,
  }) => {
    const page = await openPage({ expected: [READ_AFTER_LOGOUT] });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await page.goto('/best');
    await pressWallet(page);
    await expect(balance(page)).toBeVisible();
    await dialogGone(page);
    await expect(balance(page)).toContainText('100');
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['token', 'user']);
    const user = await storedUser(page);
    expect(user.username).toMatch(/^member_\d{6}$/);
    const host = new URL(BASE_URL).host.replaceAll('.', '\\.');
    expect(wallet.texts).toEqual([
      expect.stringMatching(new RegExp(`^Login to Likewell ${host} [\\w-]{22} \\d{4}-\\d\\d-\\d\\dT.*Z$`)),
    ]);

    await page.reload();
    await expect(balance(page)).toBeVisible();
    await logOut(page);
    await pressWallet(page);
    await expect(balance(page)).toBeVisible();
    expect((await storedUser(page)).id).toBe(user.id);
    expect(wallet.texts).toHaveLength(2);
  });

  test('on a laptop offers the Dev wallet, and says what it is, beside the others', async ({ openPage }) => {
    const page = await openPage({ viewport: PHONE });
    await installTestWallet(page);
    await page.goto('/create');
    await showSignUp(page);
    await walletButton(page).click();
    await expect(choice(page, 'Test Wallet')).toBeVisible();
    await choice(page, 'Dev wallet Play money, this machine only').click();
    await expect(page.getByLabel('Body', { exact: true })).toBeVisible();
    await dialogGone(page);
    const user = await storedUser(page);
    await page.reload();
    await expect(page.getByLabel('Body', { exact: true })).toBeVisible();
    expect((await storedUser(page)).id).toBe(user.id);
  });

  test("says 'Wallet not found' without a wallet [8.login-wallet-not-found]", async ({ page }) => {
    await withoutDevWallet(page);
    await page.goto('/best');
    await pressWallet(page);
    await expect(alert(page)).toHaveText('Wallet not found');
    await showSignUp(page);
    await walletButton(page).click();
    await expect(alert(page)).toHaveText('Wallet not found');
  });

  test('shows what the wallet says when the person declines, and can be tried again', async ({ page }) => {
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    wallet.reject = 'User rejected the request.';
    await page.goto('/best');
    await pressWallet(page);
    await expect(alert(page)).toHaveText('User rejected the request.');
    wallet.reject = null;
    await walletButton(page).click();
    await expect(balance(page)).toBeVisible();
  });
});
