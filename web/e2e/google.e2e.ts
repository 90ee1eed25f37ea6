import type { Page } from '@playwright/test';
import { api, awaitBonus, newName, publish, signUp, type SignedUp } from './support/api.ts';
import { BASE_URL } from './support/base-url.ts';
import { stopClock } from './support/clock.ts';
import { expect, PHONE, READ_AFTER_LOGOUT, test } from './support/fixtures.ts';
import { useAccount } from './support/google.ts';
import { alert, balance, dialog, dialogGone } from './support/steps.ts';

const newEmail = () => `${newName('nia')}@gmail.example`;
const googleButton = (page: Page) => dialog(page).getByRole('button', { name: 'Continue with Google' });
const stored = (page: Page) =>
  page.evaluate(
    () =>
      Object.fromEntries(Object.entries(localStorage) as [string, string][]) as Partial<
        Record<string, string>
      >,
  );

/** Presses the button; returns the window that opens, and the errors in its console. */
async function openGoogle(page: Page): Promise<{ popup: Page; complaints: string[] }> {
  const complaints: string[] = [];
  page.context().once('page', (opened) => {
    opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    opened.on('pageerror', (error) => complaints.push(error.message));
  });
  const [popup] = await Promise.all([page.waitForEvent('popup'), googleButton(page).click()]);
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return { popup, complaints };
}

async function signInWithGoogle(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const { popup, complaints } = await openGoogle(page);
  await Promise.all([popup.waitForEvent('close'), useAccount(popup, email)]);
  await expect(balance(page)).toBeVisible();
  await dialogGone(page);
  expect(complaints).toEqual([]);
}

test.describe('signing in with Google', () => {
  test('makes a member the first time, keeps the session through a reload, and is the same member again [4.popup-success]', async ({
    openPage,
  }) => {
    const page = await openPage({ expected: [READ_AFTER_LOGOUT] });
    const email = newEmail();
    await page.goto('/best');
    await signInWithGoogle(page, email);
    await expect(balance(page)).toContainText('100');
    const first = await stored(page);
    const user = JSON.parse(first.user ?? '') as { id: number; username: string; email: string };
    expect(user.username).toMatch(/^(nia_okafor|nia_)/);
    expect(user.email).toBe(email);
    await page.reload();
    await expect(balance(page)).toBeVisible();

    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await signInWithGoogle(page, email);
    const again = await stored(page);
    expect(JSON.parse(again.user ?? '')).toMatchObject({ id: user.id, username: user.username });
    expect(again.token).not.toBe(first.token);
  });

  for (const tab of ['Login', 'Sign Up'])
    test(`is on the tab ${tab}, with the line of 13 or over`, async ({ openPage }) => {
      const page = await openPage({ viewport: tab === 'Login' ? PHONE : undefined });
      await page.goto('/create');
      await dialog(page).getByRole('tab', { name: tab }).click();
      await expect(googleButton(page)).toBeVisible();
      await expect(dialog(page).getByText(/13 or over/)).toBeVisible();
      const { popup } = await openGoogle(page);
      await expect(popup.getByText('This is not Google.')).toBeVisible();
      await Promise.all([popup.waitForEvent('close'), useAccount(popup, newEmail())]);
      await expect(page.getByLabel('Body', { exact: true })).toBeVisible();
    });

  test('works at 127.0.0.1 as it does at localhost', async ({ page }) => {
    await page.goto(`${BASE_URL.replace('localhost', '127.0.0.1')}/best`);
    await signInWithGoogle(page, newEmail());
  });

  test('opens a window of 500 by 600 [9.popup]', async ({ page }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    const { popup } = await openGoogle(page);
    expect(await popup.evaluate(() => [window.innerWidth, window.innerHeight])).toEqual([500, 600]);
  });

  test('pays ten percent of what the new member sends to the one whose link was followed', async ({
    page,
  }) => {
    const [sharer, author] = [await signUp('sharer'), await signUp('author')];
    const { public_token: code } = await api<{ public_token: string }>(
      'GET',
      '/api/auth/me',
      undefined,
      sharer.token,
    );
    const post = await publish(author, 'Found by a link');
    await page.goto(`/best?ref=${code}`);
    await signInWithGoogle(page, newEmail());
    const { token = '' } = await stored(page);
    await awaitBonus(token);
    await api('POST', `/api/posts/${post.id}/like`, { amount: 10 }, token);
    await expect.poll(() => tokensOf(sharer)).toBe(101);
  });
});

const tokensOf = async ({ token }: SignedUp) =>
  (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, token)).tokens;

test.describe('a sign-in with Google that does not end', () => {
  for (const tab of ['Login', 'Sign Up'])
    test(`says 'Enable pop-ups and try again.' when they are blocked (${tab}) [8.popup-blocked]`, async ({
      page,
    }) => {
      await page.addInitScript(() => (window.open = () => null));
      await page.goto('/create');
      await dialog(page).getByRole('tab', { name: tab }).click();
      await googleButton(page).click();
      await expect(alert(page)).toHaveText('Enable pop-ups and try again.');
    });

  test("says 'You closed the pop-up before finishing sign in.' within a second, and can be tried again [8.popup-closed]", async ({
    page,
  }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      const open = window.open.bind(window);
      window.open = (...given) => {
        const opened = open(...given);
        Object.assign(window, { opened });
        return opened;
      };
    });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    const { popup } = await openGoogle(page);
    await stopClock(page);
    await popup.close();
    // The browser reports this to the page a moment later.
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { opened: Window }).opened.closed))
      .toBe(true);
    await expect(alert(page)).toHaveCount(0);
    await page.clock.runFor(1000);
    await expect(alert(page).getByText('You closed the pop-up before finishing sign in.')).toBeVisible();
    await page.clock.resume();
    const second = await openGoogle(page);
    await useAccount(second.popup, newEmail());
    await expect(balance(page)).toBeVisible();
  });

  test('shows the sentence of the server when the person says no, and the window is gone', async ({
    page,
  }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    const { popup } = await openGoogle(page);
    await Promise.all([
      popup.waitForEvent('close'),
      // oxlint-disable-next-line typescript/no-deprecated -- nothing replaces it if a click closes the window
      popup.getByRole('button', { name: 'Cancel' }).click({ noWaitAfter: true }),
    ]);
    await expect(alert(page)).toHaveText('You did not let Google confirm who you are. Please try again.');
    expect(await stored(page)).toEqual({});
  });

  test('shows the sentence of the server for a response that was forged', async ({ page }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    const { popup } = await openGoogle(page);
    await popup.evaluate(
      (url) => void setTimeout(() => location.assign(url)),
      `${BASE_URL}/api/auth/google/callback?state=forged&code=forged`,
    );
    await expect(alert(page)).toHaveText('This login has expired or was used before. Please start again.');
  });

  test('leaves a callback that was opened by nobody with a sentence on it', async ({ openPage }) => {
    const page = await openPage({ expected: [/status of 403/] });
    await page.goto('/api/auth/google/callback?state=forged&code=forged');
    await expect(page.getByText('Please start again. You can close this window.')).toBeVisible();
  });
});

test('the answers to the pop-up window have headers of their own, each once', async () => {
  const callback = await fetch(`${BASE_URL}/api/auth/google/callback?state=forged`);
  const start = await fetch(`${BASE_URL}/api/auth/google`, { redirect: 'manual' });
  for (const { headers } of [callback, start]) {
    // Any other value would separate the window from its opener on the way back from Google.
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect(callback.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; [^,]*$/,
  );
});

test('no site but this one hears what the window posts [4.popup-origin]', async ({ page }) => {
  const foreign = BASE_URL.replace('localhost', '127.0.0.1');
  await page.goto(`${foreign}/best`);
  const opened = page.waitForEvent('popup');
  await page.evaluate((url) => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    window.addEventListener('message', (event) => heard.push(event.data));
    window.open(url, '_blank', 'popup');
  }, `${BASE_URL}/api/auth/google`);
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await Promise.all([popup.waitForEvent('close'), useAccount(popup, newEmail())]);
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
});
