import type { Page } from '@playwright/test';
import { api, signUp } from './support/api.ts';
import { connectChain, delayFaucet, fund } from './support/chain.ts';
import { hold } from './support/hold.ts';
import { NETWORK_ERRORS, withoutPart } from './support/bad-network.ts';
import { expect, test } from './support/fixtures.ts';
import { alert, alerted, balance, dialog, dialogGone, pressAndConfirm } from './support/steps.ts';
import { installTestWallet, withoutDevWallet } from './support/test-wallet.ts';

const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the deposit' });
const deposits = (page: Page) =>
  page.getByRole('table', { name: 'Deposits and withdrawals' }).locator('tbody tr');
const credited = (page: Page, amount: string) =>
  expect(page.getByText(`${amount} LIKE is in your balance.`)).toBeVisible({ timeout: 30_000 });

const openDeposits = (page: Page) => page.getByRole('tab', { name: 'Deposits and withdrawals' }).click();

async function openWallet(page: Page, amount: string): Promise<void> {
  await page.goto('/wallet');
  await openDeposits(page);
  await page.getByLabel('Amount of LIKE').fill(amount);
}
const pressDeposit = (page: Page) => page.getByRole('button', { name: 'Deposit LIKEs' }).click();

/** Collects the bodies of the reports that the page sends. */
function reports(page: Page): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/wallet/deposit')) sent.push(request.postDataJSON());
  });
  return sent;
}

test.describe('a deposit', () => {
  test('goes from a wallet through its steps into the balance and the history [2.wallet-deposit] [4.deposit-success]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await fund(wallet.address, 5);
    const sent = reports(page);
    const report = await hold(page, '**/api/wallet/deposit');
    await openWallet(page, '2.500001');
    await expect(page.getByText("You haven't had any transactions yet")).toBeVisible();
    await pressDeposit(page);
    await expect(steps(page).locator('[aria-current=step]', { hasText: 'Confirming' })).toBeVisible();
    report();
    await credited(page, '2.500001');
    expect(sent).toEqual([{ amount: 2.500001, tx: expect.stringMatching(/^[1-9A-Za-z]{64,88}$/) }]);
    await expect(page.locator('main').getByText('102.500001 LIKE', { exact: true })).toBeVisible();
    await expect(balance(page)).toContainText('102.500001 LIKE');
    await expect(deposits(page)).toHaveCount(1);
    expect((await deposits(page).innerText()).split(/\s*\t\s*|\n/)).toEqual(
      expect.arrayContaining(['Deposit', 'success']),
    );
    await expect(deposits(page).locator('[title]').last()).toHaveAttribute('title', '+2.500001 LIKE');
    await expect
      .poll(async () => (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, mary.token)).tokens)
      .toBe(102.500001);
  });

  test('is one, though its button was pressed twice', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await fund(wallet.address, 5);
    const sent = reports(page);
    await openWallet(page, '2');
    await page.getByRole('button', { name: 'Deposit LIKEs' }).dblclick();
    await credited(page, '2');
    await expect(balance(page)).toContainText('102 LIKE');
    await expect(deposits(page)).toHaveCount(1);
    expect(new Set(sent.map((report) => JSON.stringify(report))).size).toBe(1);
  });

  test('from a wallet that sends by itself arrives too', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page, { onlySends: true });
    await fund(wallet.address, 5);
    await openWallet(page, '5');
    await pressDeposit(page);
    await credited(page, '5');
  });

  test('that the chain took without a response is confirmed, and reported and credited once', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary'), expected: NETWORK_ERRORS });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await fund(wallet.address, 5);
    const { origin } = new URL((await connectChain()).rpcEndpoint);
    let lost = 0;
    await page.route(
      (url) => url.origin === origin,
      async (route) => {
        if (!route.request().postData()?.includes('"sendTransaction"')) return route.fallback();
        await route.fetch();
        lost += 1;
        await route.abort('connectionreset');
      },
    );
    const alerts: string[] = [];
    page.on('dialog', (box) => {
      alerts.push(box.message());
      void box.accept();
    });
    const sent = reports(page);
    await openWallet(page, '2');
    await pressDeposit(page);
    await credited(page, '2');
    expect(lost).toBeGreaterThan(0);
    expect([alerts, new Set(sent.map((report) => JSON.stringify(report))).size]).toEqual([[], 1]);
    await expect(balance(page)).toContainText('102 LIKE');
    await expect(deposits(page)).toHaveCount(1);
  });

  test('can be walked without an extension: sign in with the Dev wallet, deposit, see balance and history', async ({
    page,
  }) => {
    await page.goto('/wallet');
    await dialog(page).getByRole('button', { name: 'Continue with a wallet' }).click();
    await dialog(page)
      .getByRole('button', { name: /^Dev wallet/ })
      .click();
    await page.getByLabel('Amount of LIKE').fill('40');
    await pressDeposit(page);
    await page
      .getByRole('list', { name: 'Choose a wallet' })
      .getByRole('button', { name: /^Dev wallet/ })
      .click();
    await credited(page, '40');
    await expect(page.locator('main').getByText('140 LIKE', { exact: true })).toBeVisible();
    await openDeposits(page);
    await expect(deposits(page)).toHaveCount(1);
  });

  test('from a new Dev wallet waits for its faucet, however long the chain takes', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await delayFaucet(page, 3000);
    const rejection = new Promise<string>((resolve) => {
      page.once('dialog', (box) => {
        resolve(box.message());
        void box.accept();
      });
    });
    await openWallet(page, '40');
    await pressDeposit(page);
    await page.getByRole('button', { name: /^Dev wallet/ }).click();
    expect(await Promise.race([credited(page, '40').then(() => 'credited'), rejection])).toBe('credited');
    await expect(balance(page)).toContainText('140 LIKE');
  });
});

test.describe('a deposit that fails', () => {
  test("alerts what went wrong, or 'Error', and can be tried again [8.deposit-error]", async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await fund(wallet.address, 3);
    await openWallet(page, '3.000001');
    expect(await alerted(page, 'Deposit LIKEs')).toBe(
      'This wallet holds 3 LIKE, which is less than the amount.',
    );
    await page.getByLabel('Amount of LIKE').fill('3');
    for (const [rejection, text] of [
      ['User rejected the request.', 'User rejected the request.'],
      ['', 'Error'],
    ] as const) {
      wallet.reject = rejection;
      expect(await alerted(page, 'Deposit LIKEs')).toBe(text);
      await expect(steps(page)).toHaveCount(0);
    }
    wallet.reject = null;
    await pressDeposit(page);
    await credited(page, '3');
  });

  test('because its page is older than the last release asks no wallet, and says to load it again', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary'), expected: NETWORK_ERRORS });
    await withoutDevWallet(page);
    await installTestWallet(page);
    await withoutPart(page, 'send-like-');
    await openWallet(page, '1');
    expect(await alerted(page, 'Deposit LIKEs')).toBe(
      'Likewell has changed meanwhile. Load this page again and deposit then.',
    );
    await expect(steps(page)).toHaveCount(0);
  });

  test('at the server shows nothing, and is credited by the scanner [8.deposit-rejected]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary, expected: [/Failed to load resource.*422/] });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await fund(wallet.address, 7);
    const alerts: string[] = [];
    page.on('dialog', (box) => {
      alerts.push(box.message());
      void box.accept();
    });
    await page.route('**/api/wallet/deposit', (route) =>
      route.fulfill({ status: 422, json: { error: 'Not this one.' } }),
    );
    const report = await hold(page, '**/api/wallet/deposit');
    await openWallet(page, '7');
    const form = page.locator('main form');
    const text = async () => (await form.innerText()).replace(/≈.*/, '');
    const before = await text();
    await pressDeposit(page);
    await expect(steps(page)).toBeVisible();
    report();
    await expect(steps(page)).toHaveCount(0);
    await expect.poll(text).toBe(before);
    await expect(page.locator('main').getByText('100 LIKE', { exact: true })).toHaveCount(1);
    expect([alerts, await alert(page).count()]).toEqual([[], 0]);
    await expect
      .poll(
        async () => (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, mary.token)).tokens,
        {
          timeout: 30_000,
        },
      )
      .toBe(107);
  });

  test('does not claim more than is known while the chain takes its time', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await fund(wallet.address, 1);
    const reportAgain = await hold(page, '**/api/wallet/deposit');
    let asked = 0;
    await page.route('**/api/wallet/deposit', async (route) => {
      asked += 1;
      if (asked > 1) return route.fallback();
      await route.fulfill({
        status: 202,
        json: { state: 'waiting', tokens: 100, tokensNano: '100000000000' },
      });
    });
    const sent = reports(page);
    await openWallet(page, '1');
    await pressDeposit(page);
    await expect(
      page.getByText(/Solana is slower than usual\. .* even if you leave this page\./),
    ).toBeVisible();
    reportAgain();
    await credited(page, '1');
    expect(sent[1]).toEqual(sent[0]);
  });
});

test.describe('a wallet that is the member’s', () => {
  test('claims what it sent without a memo, is linked from then on, and can be unlinked', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const tokens = async () =>
      (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, mary.token)).tokens;
    const page = await openPage({ as: mary, expected: [/404.*claims/] });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await fund(wallet.address, 9);
    await wallet.sendWithoutMemo(4);
    await page.goto('/wallet');
    const card = page.getByRole('region', { name: 'Linked wallets' });
    const claim = async () => {
      const answered = page.waitForResponse('**/api/wallet/claims');
      // A double click: the second press must not fail because the first one has claimed the deposit.
      await card.getByRole('button', { name: 'Claim a deposit' }).dblclick();
      return (await answered).status();
    };
    await expect.poll(claim, { timeout: 30_000, intervals: [500] }).toBe(200);
    await expect(page.locator('main').getByText('104 LIKE', { exact: true })).toBeVisible();
    await openDeposits(page);
    await expect(deposits(page)).toHaveCount(1);

    await card.getByRole('button', { name: 'Link a wallet' }).click();
    const linked = card.getByRole('list', { name: 'Wallets' });
    await expect(linked.getByText(wallet.address)).toBeVisible();
    await wallet.sendWithoutMemo(2);
    await expect.poll(tokens, { timeout: 30_000 }).toBe(106);
    expect(wallet.texts.some((text) => text.startsWith('Login'))).toBe(false);

    await pressAndConfirm(linked, `Unlink ${wallet.address}`);
    await expect(linked).toHaveCount(0);
    await page.reload();
    await expect(card.getByRole('button', { name: 'Link a wallet' })).toBeVisible();
    await expect(linked).toHaveCount(0);
  });

  test('because they signed in with it needs no memo', async ({ page }) => {
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await fund(wallet.address, 3);
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Continue with a wallet' }).click();
    await expect(balance(page)).toBeVisible();
    await dialogGone(page);
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    // The wallet is linked a moment after the sign-in, and the page requests its wallets only once.
    await expect
      .poll(() => api<{ items: unknown[] }>('GET', '/api/wallet/links', undefined, token))
      .toMatchObject({ items: [{ address: wallet.address }] });
    await page.goto('/wallet');
    await expect(page.getByRole('list', { name: 'Wallets' }).getByText(wallet.address)).toBeVisible();
    await wallet.sendWithoutMemo(3);
    await expect
      .poll(async () => (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, token)).tokens, {
        timeout: 30_000,
      })
      .toBe(103);
  });
});
