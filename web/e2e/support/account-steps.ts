import { type Download, expect, type Page } from '@playwright/test';
import { linkTo } from './mails.ts';
import { alert, dialogGone } from './steps.ts';

/** Presses a button in the main part of the page. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').locator('button', { hasText: name }).click();

/** Opens a link of a mail in a separate page; the page removes the secret from the address at once. */
export async function openMailed(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
}

export async function confirmAddress(page: Page, email: string): Promise<void> {
  await openMailed(page, await linkTo(email, 'Confirm your e-mail address'));
  await press(page, 'Confirm my address');
  await expect(page.getByRole('status').getByText('is confirmed')).toBeVisible();
}

/** Requests a link for a forgotten password. */
export async function askForReset(page: Page, emailOrUser: string): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(emailOrUser);
  await press(page, 'Send the link');
  await expect(page.getByRole('status').getByText('a link is on its way')).toBeVisible();
}

export async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat new password').fill(password);
  await press(page, 'Set new password');
}

export async function logOut(page: Page): Promise<void> {
  await dialogGone(page);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.goto('/best');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
}

/** Adds Chromium's virtual authenticator, unlocked by its owner. */
export async function giveAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Adds a passkey in Settings, Security. @returns the recovery codes that came with it */
export async function addPasskey(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await expect(codes).toBeVisible();
  const shown = await codes.getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(alert(page)).toHaveCount(0);
  return shown;
}

/** Requests a copy of the member's data in Settings, Security, and downloads it. */
export async function takeCopy(page: Page): Promise<Download> {
  const section = page.getByRole('region', { name: 'Your data' });
  await section.getByRole('button', { name: 'Make a copy of my data' }).click();
  const download = section.getByRole('button', { name: /^Download \(/ });
  await expect(download).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  return file;
}

/** Answers the next such call as the server does ten minutes after the log-in; later calls go to the server. */
export async function wantConfirmation(
  page: Page,
  method: string,
  path: string,
  ways: readonly string[],
): Promise<void> {
  const error = 'Please confirm that it is you to go on.';
  const json = { error, code: 'CONFIRMATION_NEEDED', details: { ways }, requestId: 'a-test' };
  let isFirst = true;
  await page.route(path, (route) => {
    if (!isFirst || route.request().method() !== method) return route.fallback();
    isFirst = false;
    return route.fulfill({ status: 403, json });
  });
}
