import { describe, expect, it } from 'vitest';
import { newName, PASSWORD, signUp } from './support/api.ts';
import { useJourneys } from './support/journeys.ts';
import { alert, balance, dialog, fillSignUp, logIn } from './support/steps.ts';

const openPage = useJourneys();
const REFUSED = { expected: [/Failed to load resource.*40[019]/] };

describe('signing in and out', () => {
  it('by username and by e-mail, and out again [2.header-login] [4.signed-in] [4.signed-out]', async () => {
    const mary = await signUp('mary');
    const page = await openPage();
    await page.goto('/best');
    for (const name of [mary.user.username, `${mary.user.username}@example.org`]) {
      await logIn(page, name, mary.password);
      await balance(page).waitFor();
      expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['token', 'user']);
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menu').getByText(mary.user.username).waitFor();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.getByRole('button', { name: 'Login' }).waitFor();
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    }
  });

  it('tells a wrong password in words and stays open', async () => {
    const mary = await signUp('mary');
    const page = await openPage(REFUSED);
    await page.goto('/best');
    await logIn(page, mary.user.username, 'not the password');
    await expect
      .poll(() => alert(page).innerText())
      .toBe('Wrong username, e-mail or password. Please try again.');
    await dialog(page).waitFor();
  });

  it("says 'Passwords don't match' and sends nothing [5.passwords-match] [8.passwords-match]", async () => {
    const page = await openPage();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/register')) sent.push(request.url());
    });
    await page.goto('/best');
    await fillSignUp(page, newName('mary'), PASSWORD, 'another password');
    await expect.poll(() => alert(page).innerText()).toBe("Passwords don't match");
    expect(sent).toEqual([]);
  });

  it("shows the server's sentence for a name that is taken", async () => {
    const mary = await signUp('mary');
    const page = await openPage(REFUSED);
    await page.goto('/best');
    await fillSignUp(page, mary.user.username, PASSWORD);
    await expect
      .poll(() => alert(page).innerText())
      .toBe('This username is taken. Please choose another one.');
  });

  it('drops a session that the server does not know [4.token-check] [8.token-check]', async () => {
    const mary = await signUp('mary');
    const page = await openPage({ ...REFUSED, as: { ...mary, token: 'forged' } });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  it('asks a visitor of /create to log in, and then shows the form [2.create]', async () => {
    const mary = await signUp('mary');
    const page = await openPage();
    await page.goto('/create');
    await dialog(page).getByLabel('Username or e-mail').fill(mary.user.username);
    await dialog(page).getByLabel('Password').fill(mary.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Body').waitFor();
  });

  it('stores the referral code of the address [4.referral]', async () => {
    const page = await openPage();
    await page.goto('/best?ref=somebody');
    await page.getByRole('button', { name: 'Login' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('ref'))).toBe('somebody');
  });
});
