import type { Page } from '@playwright/test';
import { api, newName, PASSWORD, publish, request, signUp } from './support/api.ts';
import { cut, mend, NETWORK_ERRORS, whenAccompanied } from './support/bad-network.ts';
import { fund } from './support/chain.ts';
import { expect, test } from './support/fixtures.ts';
import { useAccount } from './support/google.ts';
import { pngPhoto } from './support/photos.ts';
import {
  alert,
  alerted,
  balance,
  card,
  dialog,
  fillSignUp,
  ownPosts,
  pathOf,
  submit,
  writePost,
} from './support/steps.ts';
import { installTestWallet, withoutDevWallet } from './support/test-wallet.ts';

/**
 * Eight tours during which the network fails at each step: no blank page, no lost text, no unknown outcome.
 */

const EXPECTED = NETWORK_ERRORS;

/** Checks that the page is not blank, and does not show its failure message. */
async function stands(page: Page): Promise<void> {
  // Found by its address: elements under a dialog have no role.
  await expect(page.locator('header a[href="/best"]').first()).toBeAttached();
  await expect(page.getByText('This page could not be shown')).toHaveCount(0);
  expect(await page.locator('#root').innerHTML()).not.toBe('');
}

test('sign-up: offline before and while it is sent, the form keeps what was typed, and the account opens', async ({
  openPage,
}) => {
  const page = await openPage({ expected: EXPECTED });
  await page.goto('/best');
  await whenAccompanied(page);
  const name = newName('nia');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog(page).getByLabel('Password')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await cut(page);
  await fillSignUp(page, name, PASSWORD);
  await expect(alert(page)).toHaveText('Error');
  await stands(page);
  await expect(dialog(page).getByLabel('Username')).toHaveValue(name);
  await mend(page);
  // The account is created, but the response is lost: the next attempt opens the account.
  let lost = 0;
  await page.route('**/api/auth/register', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
    lost += 1;
  });
  await submit(page, 'Sign Up');
  // The alert of the attempt before may still be shown.
  await expect.poll(() => lost).toBe(1);
  await expect(alert(page)).toHaveText('Error');
  await page.unroute('**/api/auth/register');
  await submit(page, 'Sign Up');
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
});

test('tip: offline from the first press to the last', async ({ openPage }) => {
  const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
  const post = await publish(mary, 'Tipped on tour');
  const page = await openPage({ as: tom, expected: EXPECTED });
  await page.goto(`/p/${post.id}`);
  await whenAccompanied(page);
  await cut(page);
  await card(page, post.id)
    .first()
    .getByRole('button', { name: /Send tokens/ })
    .click();
  await expect(dialog(page)).toBeVisible();
  await stands(page);
  await mend(page);
  await expect(dialog(page).getByLabel('Amount of LIKE')).toBeVisible();
  await dialog(page).getByLabel('Amount of LIKE').fill('3');
  await cut(page);
  await submit(page, 'Send');
  await expect(dialog(page)).toContainText('No answer yet');
  await stands(page);
  await mend(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(balance(page)).toContainText('97');
});

test('deposit: offline before the wallet, and after the transfer was sent', async ({ openPage }) => {
  test.setTimeout(180_000);
  const page = await openPage({ as: await signUp('mary'), expected: EXPECTED });
  await withoutDevWallet(page);
  const wallet = await installTestWallet(page);
  await fund(wallet.address, 5);
  await page.goto('/wallet');
  await page.getByLabel('Amount of LIKE').fill('2');
  await page.route('**/api/wallet/config', (route) => route.abort('internetdisconnected'));
  expect(await alerted(page, 'Deposit LIKEs')).not.toBe('');
  await stands(page);
  await expect(page.getByLabel('Amount of LIKE')).toHaveValue('2');
  await page.unroute('**/api/wallet/config');
  await page.route('**/api/wallet/deposit', (route) => route.abort('internetdisconnected'));
  expect(await alerted(page, 'Deposit LIKEs')).toBe(
    'Your LIKE was sent. It is credited as soon as Likewell can be reached again.',
  );
  await page.unroute('**/api/wallet/deposit');
  // The server finds it on the chain, and the header, which updates every 30 s, shows it.
  await expect(balance(page)).toContainText('102', { timeout: 70_000 });
});

test('post: offline while writing and while sending', async ({ openPage }) => {
  const mary = await signUp('mary');
  const page = await openPage({ as: mary, expected: EXPECTED });
  await page.goto('/create');
  await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
  await cut(page);
  await page.getByLabel('What should your post be about?').fill('bees');
  await page.getByRole('button', { name: 'Draft with AI' }).click();
  await expect(alert(page)).toHaveText('Failed to generate post');
  await writePost(page, 'On tour', 'Word for word.');
  await expect(alert(page).filter({ hasText: 'Failed to create post' })).toBeVisible();
  await stands(page);
  await mend(page);
  await page.reload();
  await expect(page.getByLabel('Body', { exact: true })).toHaveValue('Word for word.');
  await page.locator('main button[type=submit]', { hasText: 'Post' }).click();
  await page.waitForURL(`**/u/${mary.user.username}`);
  await expect(ownPosts(page, 'On tour')).toHaveCount(1);
});

test('edit: offline while saving, and the change is there after a reload', async ({ openPage }) => {
  const mary = await signUp('mary');
  const post = await publish(mary, 'Edited on tour', 'Old.');
  const page = await openPage({ as: mary, expected: EXPECTED });
  page.on('dialog', (box) => void box.accept());
  await page.goto(`/edit/${post.id}`);
  await page.getByLabel('Body', { exact: true }).fill('New.');
  await cut(page);
  await page.locator('main button[type=submit]').click();
  await expect(alert(page)).toHaveText('Failed to update post');
  await stands(page);
  await mend(page);
  await page.reload();
  await expect(page.getByLabel('Body', { exact: true })).toHaveValue('New.');
  await page.locator('main button[type=submit]').click();
  await expect.poll(() => pathOf(page)).toBe(`/p/${post.id}`);
});

test('avatar: offline while it is uploaded, and again', async ({ openPage }) => {
  const page = await openPage({ as: await signUp('mary'), expected: EXPECTED });
  await page.goto('/settings#avatar');
  await page
    .getByLabel('Choose photo')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pngPhoto([20, 90, 160]) });
  await cut(page);
  await page.getByRole('button', { name: /Save photo/ }).click();
  await expect(alert(page)).toHaveText('Error uploading photo');
  await expect(page.getByText('me.png is chosen.')).toBeVisible();
  await stands(page);
  await mend(page);
  expect(await alerted(page, 'Save photo')).toBe('Your photo was successfully changed');
});

test('claim: offline while the wallet proves itself, and again', async ({ openPage }) => {
  const mary = await signUp('mary');
  const page = await openPage({ as: mary, expected: EXPECTED });
  await withoutDevWallet(page);
  await installTestWallet(page);
  await page.goto('/wallet');
  const claim = page.getByRole('button', { name: /Claim/ }).first();
  await expect(claim).toBeVisible();
  await cut(page);
  await claim.click();
  await expect(alert(page)).not.toHaveText('');
  await stands(page);
  await mend(page);
  await claim.click();
  await expect(alert(page)).toHaveText('There is no unclaimed deposit that this wallet alone has sent.');
  expect((await request('GET', '/api/auth/me', undefined, mary.token)).status).toBe(200);
});

test('login by pop-up: offline before it opens and while it waits', async ({ openPage }) => {
  const page = await openPage({ expected: EXPECTED });
  await page.goto('/best');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const google = dialog(page).getByRole('button', { name: 'Continue with Google' });
  await expect(google).toBeVisible();
  await cut(page);
  const [popup] = await Promise.all([page.waitForEvent('popup'), google.click()]);
  await popup.close();
  await expect(alert(page)).toHaveText('You closed the pop-up before finishing sign in.');
  await stands(page);
  await mend(page);
  const [second] = await Promise.all([page.waitForEvent('popup'), google.click()]);
  await useAccount(second, `${newName('nia')}@gmail.example`);
  await expect(balance(page)).toBeVisible();
  expect(
    (await api<{ items: unknown[] }>('GET', '/api/posts/best?range=all&cursor=')).items.length,
  ).toBeGreaterThan(0);
});
