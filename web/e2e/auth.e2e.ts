import { newName, PASSWORD, signUp } from './support/api.ts';
import { expect, READ_AFTER_LOGOUT, test } from './support/fixtures.ts';
import {
  alert,
  balance,
  dialog,
  dialogGone,
  fillSignUp,
  logIn,
  showSignUp,
  typeLogin,
} from './support/steps.ts';

const REJECTED = { expected: [/Failed to load resource.*40[019]/] };

test.describe('signing in and out', () => {
  test('by username and by e-mail, and out again [2.header-login] [4.signed-in] [4.signed-out]', async ({
    openPage,
  }) => {
    const page = await openPage({ expected: [READ_AFTER_LOGOUT] });
    const mary = await signUp('mary');
    await page.goto('/best');
    for (const name of [mary.user.username, `${mary.user.username}@example.org`]) {
      await logIn(page, name, mary.password);
      await expect(balance(page)).toBeVisible();
      expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['token', 'user']);
      await page.getByRole('button', { name: /^Account of/ }).click();
      await expect(page.getByRole('menu').getByText(mary.user.username)).toBeVisible();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    }
  });

  test('gives the focus to the screen, where the button that had it has gone', async ({ page }) => {
    const mary = await signUp('mary');
    await page.goto('/best');
    await logIn(page, mary.user.username, mary.password);
    await dialogGone(page);
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('gives the focus to the screen which it was asked for by', async ({ page }) => {
    const mary = await signUp('mary');
    await page.goto('/wallet');
    await typeLogin(page, mary.user.username, mary.password);
    await dialogGone(page);
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('tells a wrong password in words and stays open', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage(REJECTED);
    await page.goto('/best');
    await logIn(page, mary.user.username, 'not the password');
    await expect(alert(page)).toHaveText('Wrong username, e-mail or password. Please try again.');
    await expect(dialog(page)).toBeVisible();
  });

  test("says 'Passwords don't match' and sends nothing [5.passwords-match] [8.passwords-match]", async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/register')) sent.push(request.url());
    });
    await page.goto('/best');
    await fillSignUp(page, newName('mary'), PASSWORD, 'another password');
    await expect(alert(page)).toHaveText("Passwords don't match");
    expect(sent).toEqual([]);
  });

  test('keeps what was typed in one tab for who looks at the other', async ({ page }) => {
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await showSignUp(page);
    await dialog(page).getByLabel('Username').fill('mary');
    await dialog(page).getByLabel('E-mail').fill('mary@example.org');
    await dialog(page).getByRole('tab', { name: 'Login' }).click();
    await expect(dialog(page).getByLabel('E-mail', { exact: true })).toHaveCount(0);
    await showSignUp(page);
    await expect(dialog(page).getByLabel('Username')).toHaveValue('mary');
    await expect(dialog(page).getByLabel('E-mail')).toHaveValue('mary@example.org');
  });

  test("shows the server's sentence for a name that is taken", async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage(REJECTED);
    await page.goto('/best');
    await fillSignUp(page, mary.user.username, PASSWORD);
    await expect(alert(page)).toHaveText('This username is taken. Please choose another one.');
  });

  test('drops a session that the server does not know [4.token-check] [8.token-check]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openPage({ ...REJECTED, as: { ...mary, token: 'forged' } });
    await page.goto('/best');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('asks a visitor of /create to log in, and then shows the form [2.create]', async ({ page }) => {
    const mary = await signUp('mary');
    await page.goto('/create');
    await dialog(page).getByLabel('Username or e-mail').fill(mary.user.username);
    await dialog(page).getByLabel('Password').fill(mary.password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Body', { exact: true })).toBeVisible();
  });

  test('stores the referral code of the address [4.referral]', async ({ page }) => {
    await page.goto('/best?ref=somebody');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('ref'))).toBe('somebody');
  });
});
