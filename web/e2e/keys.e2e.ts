import type { Page } from '@playwright/test';
import { addPasskey, giveAuthenticator, logOut, wantConfirmation } from './support/account-steps.ts';
import { PASSWORD, signUp, type SignedUp } from './support/api.ts';
import { expect, type OpenPage, test } from './support/fixtures.ts';
import {
  alert,
  balance,
  dialog,
  dialogGone,
  logIn,
  pressAndConfirm,
  showSignUp,
  submit,
} from './support/steps.ts';
import { totpCode, wrongCode } from './support/totp-app.ts';

const REJECTED = { expected: [/Failed to load resource.*40[013]/] };

async function openSecurity(openPage: OpenPage, as: SignedUp): Promise<Page> {
  const page = await openPage({ as, ...REJECTED });
  await page.goto('/settings#security');
  await expect(page.getByRole('heading', { name: 'Passkeys and codes' })).toBeVisible();
  return page;
}

/** Begins to set up an authenticator app; returns its secret. */
async function beginApp(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(page.getByRole('img', { name: 'The secret as a QR code' })).toBeVisible();
  return (await page.getByLabel('Secret', { exact: true }).innerText()).replaceAll(' ', '');
}

const codesOf = (page: Page) =>
  page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();

test.describe('an app for codes', () => {
  test('is set up with its QR code, then asked for at login; a recovery code stands in for it, once', async ({
    openPage,
  }) => {
    const member = await signUp('coder');
    const page = await openSecurity(openPage, member);
    const secret = await beginApp(page);
    const code = page.getByLabel('Code that the app shows');
    await code.fill(wrongCode(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(alert(page)).toHaveText(/^This code is wrong/);
    await code.fill(totpCode(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    const codes = await codesOf(page);
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();

    await logOut(page);
    await logIn(page, member.user.username, PASSWORD);
    await dialog(page).getByLabel('Code from your authenticator app').fill(totpCode(secret, 1));
    await submit(page, 'Continue');
    await expect(balance(page)).toBeVisible();

    for (const [typed, isRight] of [
      [codes[0] ?? '', true],
      [codes[0] ?? '', false],
    ] as const) {
      await logOut(page);
      await logIn(page, member.user.username, PASSWORD);
      await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
      await dialog(page).getByLabel('Recovery code').fill(typed);
      await submit(page, 'Continue');
      if (isRight) await expect(balance(page)).toBeVisible();
      else await expect(alert(page)).toHaveText(/^This code is wrong, or was used before/);
    }
  });

  test('is what confirms that it is the member from then on, or a recovery code: also to take it off', async ({
    openPage,
  }) => {
    const page = await openSecurity(openPage, await signUp('asked'));
    const secret = await beginApp(page);
    await page.getByLabel('Code that the app shows').fill(totpCode(secret));
    await page.getByRole('button', { name: 'Confirm' }).click();
    const [recoveryCode = ''] = await codesOf(page);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    const ways = ['totp', 'recovery-code'];

    await wantConfirmation(page, 'POST', '**/api/users/me/recovery-codes', ways);
    await pressAndConfirm(page, 'Make new recovery codes');
    await expect(dialog(page).getByLabel('Password')).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click();
    await dialog(page).getByLabel('Recovery code').fill(recoveryCode);
    await submit(page, 'Continue');
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    await page.getByRole('button', { name: 'I have kept them' }).click();

    await wantConfirmation(page, 'DELETE', '**/api/users/me/totp', ways);
    await pressAndConfirm(page, 'Remove app');
    const code = dialog(page).getByLabel('Code from your authenticator app');
    await code.fill(wrongCode(secret));
    await submit(page, 'Continue');
    await expect(alert(page)).toHaveText(/^This code is wrong/);
    await code.fill(totpCode(secret, 1));
    await submit(page, 'Continue');
    await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible();
    const trail = page.getByRole('region', { name: 'What happened' });
    await expect(trail.getByText('You confirmed that it is you with an authenticator app.')).toBeVisible();
    await expect(trail.getByText('You confirmed that it is you with a recovery code.')).toBeVisible();
  });
});

test('what adds a passkey or an app stands beside the sentence about it', async ({ openPage }) => {
  const page = await openSecurity(openPage, await signUp('rows'));
  for (const [sentence, action] of [
    [/^Log in with your fingerprint/, 'Add a passkey'],
    [/^Shows a new code/, 'Set up an app'],
  ] as const) {
    const words = await page.getByText(sentence).boundingBox();
    const button = await page.getByRole('button', { name: action }).boundingBox();
    expect(button?.y, action).toBeLessThan((words?.y ?? 0) + (words?.height ?? 0));
    expect(button?.x, action).toBeGreaterThan((words?.x ?? Infinity) + (words?.width ?? 0));
  }
});

test.describe('recovery codes', () => {
  test('are not made by a double press at the lower edge of the button: their question does not come under it', async ({
    openPage,
  }) => {
    const page = await openSecurity(openPage, await signUp('double'));
    await giveAuthenticator(page);
    await addPasskey(page);
    const posted: string[] = [];
    page.on('request', (call) => call.method() === 'POST' && posted.push(call.url()));
    const button = page.getByRole('button', { name: 'Make new recovery codes' });
    const box = await button.boundingBox();
    await button.dblclick({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) - 4 } });
    await expect(page.getByRole('group', { name: 'Make new recovery codes?' })).toBeVisible();
    expect(posted.filter((url) => url.endsWith('/recovery-codes'))).toEqual([]);
  });

  test('that another tab has replaced are not shown any longer, and the first tab says so', async ({
    openPage,
  }) => {
    const page = await openSecurity(openPage, await signUp('twice'));
    await giveAuthenticator(page);
    await addPasskey(page);
    const makeCodes = async (tab: Page) => {
      await pressAndConfirm(tab, 'Make new recovery codes');
      await expect(tab.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
    };
    await makeCodes(page);
    const other = await page.context().newPage();
    await other.goto('/settings#security');
    await makeCodes(other);
    await expect(alert(page)).toHaveText(/^The recovery codes that were made here no longer work/);
    await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeHidden();
  });
});

test.describe('a passkey', () => {
  test('signs in without a name or password, is the second factor of the password, and can be removed', async ({
    openPage,
  }) => {
    const member = await signUp('keyed');
    const page = await openSecurity(openPage, member);
    await giveAuthenticator(page);
    await addPasskey(page);
    await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);

    await logOut(page);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(balance(page)).toBeVisible();

    await logOut(page);
    await logIn(page, member.user.username, PASSWORD);
    await dialog(page).getByRole('button', { name: 'Use a passkey' }).click();
    await expect(balance(page)).toBeVisible();
    await dialogGone(page);

    await page.goto('/settings#security');
    const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
    const name = await passkeys.getByRole('button').getAttribute('aria-label');
    await pressAndConfirm(passkeys, name ?? '');
    await expect(passkeys).toHaveCount(0);
    await logOut(page);
    await logIn(page, member.user.username, PASSWORD);
    await expect(balance(page)).toBeVisible();
  });

  for (const answer of ['Keep', 'Remove'])
    test(`is not added by a double press at the upper edge of ${answer}: what is below does not come under it`, async ({
      openPage,
    }) => {
      const page = await openSecurity(openPage, await signUp('double'));
      await giveAuthenticator(page);
      await addPasskey(page);
      await page.setViewportSize({ width: 360, height: 800 });
      const posted: string[] = [];
      page.on('request', (call) => call.method() === 'POST' && posted.push(call.url()));
      // The removal is under way for as long as the test.
      await page.route('**/api/users/me/passkeys/*', () => undefined);
      const line = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
      const button = line.getByRole('button', { name: /^Remove ./ });
      await button.click();
      await line.getByRole('button', { name: answer, exact: true }).dblclick({ position: { x: 20, y: 4 } });
      await expect(button).toBeVisible();
      expect(posted.filter((url) => url.includes('/passkeys'))).toEqual([]);
    });
});

test('a password that somebody would guess is said to be one while it is typed, and taken by nobody', async ({
  openPage,
}) => {
  const page = await openPage(REJECTED);
  await page.goto('/best');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await showSignUp(page);
  const form = dialog(page);
  await form.getByLabel('Username').fill('easy_to_guess');
  await form.getByLabel('E-mail').fill('easy@example.org');
  await form.getByLabel('Password', { exact: true }).fill('password1');
  await expect(form.getByRole('status').first()).toHaveText(/^Too easy to guess/);
  await form.getByLabel('Repeat password').fill('password1');
  await submit(page, 'Sign Up');
  await expect(alert(page)).toHaveText(/^This password is too easy to guess/);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect(form.getByRole('status').first()).toHaveText('Very good.');
});
