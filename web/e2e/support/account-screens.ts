import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { wantConfirmation } from './account-steps.ts';
import type { SignedUp } from './api.ts';
import { dialog, logIn, pressAndConfirm } from './steps.ts';

interface AccountScreen {
  name: string;
  as?: 'mary' | 'judge';
  /** Opens the screen, and returns what is shown last of it. */
  open: (page: Page) => Promise<Locator>;
}

/** A token of the right length that no mail contains. */
const LINK = 'a'.repeat(43);
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, index) => Array(6).fill(`q${index}wz`).join('-'));

/**
 * Answers POST calls to a path in place of the server, whenever the member has confirmed last; all other
 * calls get real responses.
 */
const respond = (page: Page, path: string, status: number, json: object) =>
  page.route(path, (route: Route) =>
    route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.fallback(),
  );

async function openKeys(page: Page): Promise<void> {
  await page.goto('/settings#security');
  await expect(page.getByRole('heading', { name: 'Passkeys and codes' })).toBeVisible();
}

async function askWho(page: Page, ways: string[]): Promise<void> {
  await wantConfirmation(page, 'POST', '**/api/users/me/totp', ways);
  await openKeys(page);
  await page.getByRole('button', { name: 'Set up an app' }).click();
}

const visit = (path: string, heading: string) => async (page: Page) => {
  await page.goto(path);
  return page.getByRole('heading', { level: 1, name: heading });
};

/** The screens for the security of an account. @param judge a member with an authenticator app */
export const accountScreens = (judge: () => SignedUp): AccountScreen[] => [
  { name: 'a forgotten password', open: visit('/account/forgot-password', 'Forgot your password?') },
  { name: 'a new password', open: visit(`/account/reset-password#${LINK}`, 'Set a new password') },
  { name: 'a link of a mail', open: visit(`/account/verify-email#${LINK}`, 'Confirm your e-mail address') },
  {
    name: 'a link of a mail that has run out',
    open: async (page) => {
      await expect(await visit(`/account/undo-email#${LINK}`, 'Undo the change')(page)).toBeVisible();
      await page.getByRole('main').getByRole('button').first().click();
      return page.getByRole('alert');
    },
  },
  {
    name: 'the second step of a login',
    open: async (page) => {
      await page.goto('/best');
      await logIn(page, judge().user.username, judge().password);
      return dialog(page).getByLabel('Code from your authenticator app');
    },
  },
  {
    name: 'an app for codes that is set up',
    as: 'mary',
    open: async (page) => {
      const uri = `otpauth://totp/Likewell:mary?secret=${SECRET}&issuer=Likewell`;
      await respond(page, '**/api/users/me/totp', 200, { secret: SECRET, uri });
      await openKeys(page);
      await page.getByRole('button', { name: 'Set up an app' }).click();
      return page.getByRole('img', { name: 'The secret as a QR code' });
    },
  },
  {
    name: 'recovery codes',
    as: 'judge',
    open: async (page) => {
      await respond(page, '**/api/users/me/recovery-codes', 200, { recoveryCodes: CODES });
      await openKeys(page);
      await pressAndConfirm(page, 'Make new recovery codes');
      return page.getByRole('list', { name: 'Recovery codes' });
    },
  },
  {
    name: 'the question who it is',
    as: 'mary',
    open: async (page) => {
      await askWho(page, ['password', 'wallet', 'google']);
      return dialog(page).getByLabel('Password');
    },
  },
  {
    name: 'the question who it is, of a member with a second factor',
    as: 'mary',
    open: async (page) => {
      await askWho(page, ['passkey', 'totp', 'recovery-code']);
      return dialog(page).getByLabel('Code from your authenticator app');
    },
  },
  {
    name: 'the last step before an account is deleted',
    as: 'mary',
    open: async (page) => {
      await openKeys(page);
      await page.getByRole('button', { name: 'Delete my account…' }).click();
      return page.getByLabel('Remove my posts');
    },
  },
];
