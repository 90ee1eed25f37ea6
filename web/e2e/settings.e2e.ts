import type { Page } from '@playwright/test';
import { api, newName, publish, signUp, type SignedUp } from './support/api.ts';
import { expect, type OpenPage, test } from './support/fixtures.ts';
import { pngPhoto } from './support/photos.ts';
import { alert, card, dialog, logIn, pathOf } from './support/steps.ts';

const REJECTED = { expected: [/Failed to load resource.*4\d\d/] };
const MAX_BYTES = 1_048_576;
const TOO_LARGE = 'Error: photo must be under 1 MB';

async function openSettings(
  openPage: OpenPage,
  as: SignedUp,
  tab = '',
  options: object = REJECTED,
): Promise<Page> {
  const page = await openPage({ as, ...options });
  await page.goto(`/settings${tab}`);
  await expect(page.getByRole('tab', { name: 'Change password' })).toBeVisible();
  return page;
}

/** Collects the texts of the browser's alerts, and confirms each at once. */
function watchAlerts(page: Page): string[] {
  const texts: string[] = [];
  page.on('dialog', (shown) => {
    texts.push(`${shown.type()}: ${shown.message()}`);
    void shown.accept();
  });
  return texts;
}

/** Returns a function that says whether the page has been reloaded since this call. */
async function awaitReload(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    (window as { before?: boolean }).before = true;
  });
  return () => page.evaluate(() => !(window as { before?: boolean }).before).catch(() => false);
}

async function changePassword(page: Page, oldPass: string, newPass: string, repeat = newPass): Promise<void> {
  await page.getByLabel('Current password').fill(oldPass);
  await page.getByLabel('New password', { exact: true }).fill(newPass);
  await page.getByLabel('Repeat new password').fill(repeat);
  await page.locator('main button[type=submit]').click();
}

async function choosePhoto(page: Page, buffer: Buffer, name = 'me.png', mimeType = 'image/png') {
  await page.getByLabel('Choose photo').setInputFiles({ name, mimeType, buffer });
}

const savePhoto = (page: Page) => page.getByRole('button', { name: 'Save photo' }).click();

test.describe('/settings', () => {
  test('is reached from the avatar menu and has the spec’s three tabs and then Security, walked with the arrow keys [2.settings]', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/best');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(pathOf(page)).toBe('/settings');
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText(['Change password', 'Change avatar', 'Change username', 'Security']);
    await tabs.first().focus();
    for (const [key, name, hash] of [
      ['ArrowRight', 'Change avatar', '#avatar'],
      ['ArrowRight', 'Change username', '#username'],
      ['ArrowLeft', 'Change avatar', '#avatar'],
      ['Home', 'Change password', '#password'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('tab', { selected: true })).toHaveText(name);
      await expect.poll(() => new URL(page.url()).hash).toBe(hash);
    }
  });

  test('has a verified badge beside the name in that menu, of a member who is verified', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    // Nobody can be verified over the API, so this one value of the real response is changed in transit.
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), is_verified: true } });
    });
    await page.goto('/best');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menu').getByText(mary.user.username)).toBeVisible();
    await expect(page.getByRole('menu').getByRole('img', { name: 'Verified' })).toBeVisible();
  });

  test('opens at the tab of its address', async ({ openPage }) => {
    const page = await openSettings(openPage, await signUp('mary'), '#username');
    await expect(page.getByLabel('New username')).toBeVisible();
    await expect(page).toHaveTitle('Settings – Likewell');
  });

  test('keeps what was typed, and what was said of it, for who looks at another tab', async ({
    openPage,
  }) => {
    const tom = await signUp('tom');
    const page = await openSettings(openPage, await signUp('mary'));
    await page.getByLabel('Current password').fill('any old one');
    await page.getByRole('tab', { name: 'Change username' }).click();
    await page.getByLabel('New username').fill(tom.user.username);
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toHaveValue('any old one');
    await page.getByRole('tab', { name: 'Change username' }).click();
    await expect(page.getByLabel('New username')).toHaveValue(tom.user.username);
    await expect(alert(page)).toHaveText('This username is taken. Please choose another one.');
    await page.getByRole('tab', { name: 'Security' }).click();
    await page.getByLabel('New e-mail address').fill('mary@example.org');
    await page.getByRole('tab', { name: 'Change password' }).click();
    await expect(page.getByLabel('New e-mail address')).toBeHidden();
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect(page.getByLabel('New e-mail address')).toHaveValue('mary@example.org');
  });

  test('asks a visitor to log in, and then shows the tabs', async ({ page }) => {
    const mary = await signUp('mary');
    await page.goto('/settings');
    await dialog(page).getByLabel('Username or e-mail').fill(mary.user.username);
    await dialog(page).getByLabel('Password').fill(mary.password);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Current password')).toBeVisible();
  });
});

test.describe('changing the password', () => {
  test("needs the same one twice: 'Passwords do not match', and sends nothing [5.new-passwords] [8.password-mismatch]", async ({
    openPage,
  }) => {
    const page = await openSettings(openPage, await signUp('mary'));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await changePassword(page, 'any old one', 'new password', 'another one');
    await expect(alert(page)).toHaveText('Passwords do not match');
    expect(sent).toEqual([]);
  });

  for (const [wrong, oldPass, newPass] of [
    ['the current one is wrong', 'not my password', 'a new password'],
    ['the new one is too long', 'correct horse battery', 'x'.repeat(257)],
  ] as const)
    test(`says 'Wrong current password' when ${wrong}, and stays [8.wrong-password]`, async ({
      openPage,
    }) => {
      const page = await openSettings(openPage, await signUp('mary'));
      await changePassword(page, oldPass, newPass);
      await expect(alert(page)).toHaveText('Wrong current password');
      expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    });

  test('logs out here with words, and within a second in every other browser [4.password-changed] [8.password-updated]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openSettings(openPage, mary);
    const elsewhere = await openPage({ expected: [/401/] });
    await elsewhere.goto('/best');
    await logIn(elsewhere, mary.user.username, mary.password);
    await expect(elsewhere.getByRole('button', { name: /^Account of/ })).toBeVisible();

    await changePassword(page, mary.password, 'quite another password');
    await expect(page.getByRole('status').getByText('Password updated. Please log in again.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await expect(dialog(page)).toHaveCount(0);

    await new Promise((resolve) => setTimeout(resolve, 950));
    const status = await elsewhere.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
      return (await fetch('/api/auth/me', { headers })).status;
    });
    expect(status).toBe(401);
    await elsewhere.reload();
    await expect(elsewhere.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    expect(await elsewhere.evaluate(() => localStorage.length)).toBe(0);

    await page.locator('main').getByRole('button', { name: 'Login', exact: true }).click();
    await dialog(page).getByLabel('Username or e-mail').fill(mary.user.username);
    await dialog(page).getByLabel('Password').fill('quite another password');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Current password')).toBeVisible();
    await expect(page.getByText('Password updated')).toHaveCount(0);
  });
});

test.describe('changing the avatar', () => {
  const image = (page: Page, within: string) => page.locator(`${within} img`).first();

  test('shows the photo before, alerts, reloads, and then it is in the header and on every post [4.profile-changed] [8.photo-changed]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'With a face');
    const page = await openSettings(openPage, mary, '#avatar');
    const alerts = watchAlerts(page);
    await expect(image(page, 'main form')).toHaveAttribute('src', '/static/default-avatar.png');
    await choosePhoto(page, pngPhoto([20, 160, 90]));
    await expect(image(page, 'main form')).toHaveAttribute('src', /^data:image\/png;base64,/);
    const isReloaded = await awaitReload(page);
    await savePhoto(page);
    await expect.poll(() => alerts).toEqual(['alert: Your photo was successfully changed']);
    await expect.poll(isReloaded).toBe(true);

    const address = /^\/api\/avatars\/[0-9a-f]{64}\.webp$/;
    await expect(image(page, 'header [aria-label^="Account of"]')).toHaveAttribute('src', address);
    const avatar = page.locator('header [aria-label^="Account of"] img');
    await expect.poll(() => avatar.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
    // The posts service gets the change a moment later, and the page asks only once.
    await expect
      .poll(() => api('GET', `/api/posts/${post.id}`))
      .toMatchObject({ author: { avatar: expect.stringMatching(address) } });
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).locator('img').first()).toHaveAttribute('src', address);
  });

  test('takes a photo of exactly 1 MB [9.avatar]', async ({ openPage }) => {
    const page = await openSettings(openPage, await signUp('mary'), '#avatar');
    const alerts = watchAlerts(page);
    const photo = pngPhoto([200, 30, 30], MAX_BYTES);
    expect(photo).toHaveLength(MAX_BYTES);
    await choosePhoto(page, photo);
    const reloaded = await awaitReload(page);
    await savePhoto(page);
    await expect.poll(() => alerts).toEqual(['alert: Your photo was successfully changed']);
    await expect.poll(reloaded).toBe(true);
  });

  for (const [what, photo, name, type] of [
    ['is one byte over 1 MB', pngPhoto([1, 2, 3], MAX_BYTES + 1), 'me.png', 'image/png'],
    ['is a GIF', Buffer.from('GIF89a'), 'me.gif', 'image/gif'],
  ] as const)
    test(`that ${what} is rejected before it is sent [5.avatar] [8.photo-size] [9.avatar]`, async ({
      openPage,
    }) => {
      const page = await openSettings(openPage, await signUp('mary'), '#avatar');
      await choosePhoto(page, photo, name, type);
      await expect(alert(page)).toHaveText(TOO_LARGE);
      await expect(image(page, 'main form')).toHaveAttribute('src', '/static/default-avatar.png');
    });

  test('that only pretends to be a PNG is rejected with the same words, by the server', async ({
    openPage,
  }) => {
    const page = await openSettings(openPage, await signUp('mary'), '#avatar');
    await choosePhoto(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await savePhoto(page);
    await expect(alert(page)).toHaveText(TOO_LARGE);
  });

  test("that cannot be read fails: 'Error uploading photo' [8.photo-upload]", async ({ openPage }) => {
    const page = await openSettings(openPage, await signUp('mary'), '#avatar');
    await choosePhoto(page, pngPhoto([9, 9, 9]).subarray(0, 60));
    await savePhoto(page);
    await expect(alert(page)).toHaveText('Error uploading photo');
  });
});

test.describe('changing the username', () => {
  async function rename(page: Page, username: string): Promise<void> {
    await page.getByLabel('New username').fill(username);
    await page.locator('main button[type=submit]').click();
  }

  test('alerts, reloads, and then posts, profile and the old address bear the new name [4.profile-changed] [8.username-changed]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Under a new name');
    const page = await openSettings(openPage, mary, '#username');
    const alerts = watchAlerts(page);
    const isReloaded = await awaitReload(page);
    const wanted = newName('maria');
    await rename(page, `  ${wanted.toUpperCase()} `);
    await expect.poll(() => alerts).toEqual(['alert: Your username was successfully changed']);
    await expect.poll(isReloaded).toBe(true);
    await expect(page.getByRole('button', { name: `Account of ${wanted}` })).toBeVisible();

    // The posts service gets the change a moment later, and the page asks only once.
    await expect
      .poll(() => api('GET', `/api/users/${mary.user.username}/posts`))
      .toMatchObject({ items: [{ author: { username: wanted } }] });
    await page.goto(`/u/${mary.user.username}`);
    await expect(page).toHaveURL(`/u/${wanted}`);
    await expect(page.getByRole('heading', { level: 1, name: 'My posts' })).toBeVisible();
    await expect(card(page, post.id).getByText(wanted)).toBeVisible();

    const visitor = await openPage();
    await visitor.goto(`/u/${mary.user.username}`);
    await expect(visitor.getByRole('heading', { level: 1, name: `${wanted}'s Posts` })).toBeVisible();
    expect(pathOf(visitor)).toBe(`/u/${wanted}`);
  });

  test('needs more than spaces, and shows what the server says of a name that is taken or reserved [5.username]', async ({
    openPage,
  }) => {
    const tom = await signUp('tom');
    const page = await openSettings(openPage, await signUp('mary'), '#username');
    await rename(page, '   ');
    await expect(alert(page)).toHaveText('Choose a username.');
    await rename(page, tom.user.username);
    await expect(alert(page)).toHaveText('This username is taken. Please choose another one.');
    await rename(page, 'admin');
    await expect(alert(page)).toHaveText('This username is reserved. Please choose another one.');
  });

  test("says 'Username update failed' when no response comes [8.username-failed]", async ({ openPage }) => {
    const page = await openSettings(openPage, await signUp('mary'), '#username', {
      expected: [/ERR_FAILED/],
    });
    await page.route('**/api/users/username', (route) => route.abort());
    await rename(page, newName('maria'));
    await expect(alert(page)).toHaveText('Username update failed');
  });
});
