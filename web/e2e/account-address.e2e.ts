import { askForReset, confirmAddress, openMailed, press, setPassword } from './support/account-steps.ts';
import { newName, PASSWORD } from './support/api.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import { linkTo, mailsTo } from './support/mails.ts';
import { alert, balance, dialog, dialogGone, fillSignUp, logIn } from './support/steps.ts';

const NEW_PASSWORD = 'staple, quite another';

test('who signs up, confirms the address and forgets the password gets a new one by mail', async ({
  openPage,
}) => {
  const username = newName('address');
  const email = `${username}@example.org`;
  const page = await openPage({ expected: [/401/] });
  await page.goto('/best');
  await fillSignUp(page, username, PASSWORD);
  await expect(balance(page)).toContainText('100');

  const reader = await openPage({ viewport: PHONE });
  await confirmAddress(reader, email);
  expect(await reader.evaluate(() => localStorage.getItem('token'))).toBeNull();

  const forgetful = await openPage({ expected: [/401/, /403/] });
  await forgetful.goto('/best');
  await forgetful.getByRole('button', { name: 'Login', exact: true }).click();
  await dialog(forgetful).getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(dialog(forgetful)).toHaveCount(0);
  await askForReset(forgetful, username);

  const link = await linkTo(email, 'Set a new password');
  await openMailed(forgetful, link);
  await setPassword(forgetful, NEW_PASSWORD);
  await expect(forgetful.getByRole('status').getByText('Your new password is set')).toBeVisible();
  await forgetful.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await dialog(forgetful).getByLabel('Username or e-mail').fill(email);
  await dialog(forgetful).getByLabel('Password').fill(NEW_PASSWORD);
  await dialog(forgetful).locator('button[type=submit]', { hasText: 'Login' }).click();
  await expect(balance(forgetful)).toContainText('100');
  await dialogGone(forgetful);
  await expect(forgetful.getByRole('status').getByText('Your new password is set')).toBeVisible();

  // The session of the first browser has ended, and with it the link.
  await page.goto('/settings');
  await expect(dialog(page)).toBeVisible();
  const late = await openPage({ expected: [/403/] });
  await openMailed(late, link);
  await setPassword(late, 'one more password');
  await expect(alert(late)).toHaveText('This link has expired or was used before. Please ask for a new one.');
  const newest = async () => (await mailsTo(email))[0]?.subject;
  await expect.poll(newest, { timeout: 30_000 }).toMatch(/^Your password was changed/);
});

test('nobody learns whether there is an account by asking for a new password', async ({ page }) => {
  await page.goto('/account/forgot-password');
  await page.getByLabel('Username or e-mail').fill(`${newName('nobody')}@example.org`);
  await press(page, 'Send the link');
  await expect(page.getByRole('status').getByText('If there is such an account')).toBeVisible();
});

test('an address is changed at both ends, and the former one takes it back', async ({ openPage }) => {
  const username = newName('mover');
  const [from, to] = [`${username}@example.org`, `${username}@new.example.org`];
  const page = await openPage({ expected: [/401/, /403/] });
  await page.goto('/best');
  await fillSignUp(page, username, PASSWORD);
  await expect(balance(page)).toContainText('100');
  const reader = await openPage();
  await confirmAddress(reader, from);

  await page.goto('/settings#security');
  await expect(page.getByText('is confirmed', { exact: true })).toBeVisible();
  await page.getByLabel('New e-mail address').fill(to);
  await press(page, 'Change address');
  await expect(page.getByText('becomes your address once')).toBeVisible();
  for (const [address, subject] of [
    [to, 'Confirm your new e-mail address'],
    [from, 'Do you want to change your e-mail address?'],
  ] as const) {
    await openMailed(reader, await linkTo(address, subject));
    await press(reader, 'Confirm the change');
    await expect(reader.getByRole('main').getByRole('status')).not.toBeEmpty();
  }
  await page.reload();
  await expect(page.getByText(to)).toBeVisible();

  await openMailed(reader, await linkTo(from, 'Your e-mail address was changed'));
  await press(reader, 'Undo the change');
  await expect(reader.getByRole('status').getByText('is the address of your account again')).toBeVisible();
  await page.goto('/settings');
  await expect(dialog(page)).toBeVisible();
  await page.goto('/best');
  await logIn(page, from, PASSWORD);
  await expect(balance(page)).toContainText('100');
});
