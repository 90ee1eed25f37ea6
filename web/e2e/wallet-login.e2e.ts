import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BASE_URL } from './support/browser.ts';
import { PHONE, useJourneys } from './support/journeys.ts';
import { alert, balance, dialog } from './support/steps.ts';
import { installTestWallet, withoutDevWallet } from './support/test-wallet.ts';

const openPage = useJourneys();

const walletButton = (page: Page) => dialog(page).getByRole('button', { name: 'Continue with a wallet' });
const choice = (page: Page, name: string) =>
  dialog(page).getByRole('list', { name: 'Choose a wallet' }).getByRole('button', { name });
const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as { id: number; username: string });

async function pressWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login' }).click();
  await walletButton(page).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Login' }).waitFor();
}

describe('signing in with a wallet', () => {
  it('makes a member with the bonus the first time, and is the same member again [4.wallet-login]', async () => {
    const page = await openPage();
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await page.goto('/best');
    await pressWallet(page);
    await balance(page).waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => balance(page).innerText()).toContain('100');
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['token', 'user']);
    const user = await storedUser(page);
    expect(user.username).toMatch(/^member_\d{6}$/);
    const host = new URL(BASE_URL).host.replaceAll('.', '\\.');
    expect(wallet.texts).toEqual([
      expect.stringMatching(new RegExp(`^Login to Likewell ${host} [\\w-]{22} \\d{4}-\\d\\d-\\d\\dT.*Z$`)),
    ]);

    await page.reload();
    await balance(page).waitFor();
    await logOut(page);
    await pressWallet(page);
    await balance(page).waitFor();
    expect((await storedUser(page)).id).toBe(user.id);
    expect(wallet.texts).toHaveLength(2);
  });

  it('on a laptop offers the Dev wallet, and says what it is, beside the others', async () => {
    const page = await openPage({ viewport: PHONE });
    await installTestWallet(page);
    await page.goto('/create');
    await dialog(page).getByRole('tab', { name: 'Sign Up' }).click();
    await walletButton(page).click();
    await choice(page, 'Test Wallet').waitFor();
    await choice(page, 'Dev wallet Play money, this machine only').click();
    await page.getByLabel('Body').waitFor();
    const user = await storedUser(page);
    await page.reload();
    await page.getByLabel('Body').waitFor();
    expect((await storedUser(page)).id).toBe(user.id);
  });

  it("says 'Wallet not found' without a wallet [8.login-wallet-not-found]", async () => {
    const page = await openPage();
    await withoutDevWallet(page);
    await page.goto('/best');
    await pressWallet(page);
    await expect.poll(() => alert(page).innerText()).toBe('Wallet not found');
    await dialog(page).getByRole('tab', { name: 'Sign Up' }).click();
    await walletButton(page).click();
    await expect.poll(() => alert(page).innerText()).toBe('Wallet not found');
  });

  it('shows what the wallet says when the person declines, and can be tried again', async () => {
    const page = await openPage();
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    wallet.refuse = 'User rejected the request.';
    await page.goto('/best');
    await pressWallet(page);
    await expect.poll(() => alert(page).innerText()).toBe('User rejected the request.');
    wallet.refuse = null;
    await walletButton(page).click();
    await balance(page).waitFor();
  });
});
