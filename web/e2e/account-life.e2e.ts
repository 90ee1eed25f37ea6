import { readFile } from 'node:fs/promises';
import {
  addPasskey,
  askForReset,
  confirmAddress,
  giveAuthenticator,
  openMailed,
  setPassword,
  takeCopy,
} from './support/account-steps.ts';
import { INTERVALS, newName, PASSWORD, request } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { linkTo, mailsTo } from './support/mails.ts';
import { operate } from './support/operators.ts';
import { balance, dialog, dialogGone, fillSignUp, logIn, submit } from './support/steps.ts';

const NEW_PASSWORD = 'staple, quite another';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const REJECTED = { expected: [/Failed to load resource.*4\d\d/] };

test('the whole life of an account: made, verified, kept by a key, lost, found, taken along, left, taken up again, left for good', async ({
  openPage,
}) => {
  test.setTimeout(240_000);
  const username = newName('life');
  const email = `${username}@example.org`;
  const own = await openPage(REJECTED);
  await giveAuthenticator(own);
  const region = (name: string) => own.getByRole('region', { name });
  const logInByPasskey = async () => {
    await own.goto('/best');
    await own.getByRole('button', { name: 'Login', exact: true }).click();
    await dialog(own).getByRole('button', { name: 'Log in with a passkey' }).click();
  };
  const leave = async () => {
    await own.goto('/settings#security');
    const section = region('Delete your account');
    await section.getByRole('button', { name: 'Delete my account…' }).click();
    await section.getByLabel('Remove my posts').check();
    await section.getByRole('button', { name: 'Delete my account', exact: true }).click();
    await expect(own.getByText('Your account will be deleted in 14 days')).toBeVisible();
  };

  await own.goto('/best');
  await fillSignUp(own, username, PASSWORD);
  await expect(balance(own)).toContainText('100');
  await confirmAddress(await openPage(), email);
  await own.goto('/settings#security');
  const [recoveryCode = ''] = await addPasskey(own);

  const second = await openPage({ ...REJECTED, userAgent: FIREFOX });
  await second.goto('/best');
  await logIn(second, email, PASSWORD);
  await dialog(second).getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog(second).getByLabel('Recovery code').fill(recoveryCode);
  await submit(second, 'Continue');
  await expect(balance(second)).toContainText('100');
  const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject).join('\n');
  await expect.poll(subjects, { timeout: 30_000 }).toContain('A new device logged in to your account');

  await own.reload();
  const devices = region('Devices').getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await devices.getByRole('button', { name: 'Log out Firefox on Windows' }).click();
  await expect(devices).toHaveCount(1);
  await second.reload();
  await expect(second.getByRole('button', { name: 'Login', exact: true })).toBeVisible();

  await second.goto('/account/forgot-password');
  await askForReset(second, username);
  await openMailed(second, await linkTo(email, 'Set a new password'));
  await setPassword(second, NEW_PASSWORD);
  await expect(second.getByRole('status').getByText('Your new password is set')).toBeVisible();
  await logInByPasskey();
  await expect(balance(own)).toContainText('100');
  await dialogGone(own);

  await own.goto('/settings#security');
  const file = await takeCopy(own);
  expect((await readFile(await file.path())).includes('statement.csv')).toBe(true);

  await leave();
  // An operator changes the date, so that this is the thirteenth day.
  await operate('deleteMember', `user=${username}`, 'posts=remove', 'days=1', 'by=anna', 'why=a test');
  await logInByPasskey();
  await dialogGone(own);
  const notice = own.getByRole('complementary', { name: 'Your account' });
  await expect(notice).toContainText('Your account will be deleted on');
  await notice.getByRole('button', { name: 'Keep my account' }).click();
  await expect(notice).toBeHidden();
  await expect(balance(own)).toContainText('100');

  await leave();
  await operate('deleteMember', `user=${username}`, 'posts=remove', 'days=0', 'by=anna', 'why=a test');
  const profile = async () => (await request('GET', `/api/users/${username}`)).status;
  await expect.poll(profile, { timeout: 120_000, intervals: INTERVALS }).toBe(404);
  await logInByPasskey();
  await expect(dialog(own).getByRole('alert')).toBeVisible();
  await expect.poll(subjects, { timeout: 30_000 }).toContain('Your account was deleted');
});
