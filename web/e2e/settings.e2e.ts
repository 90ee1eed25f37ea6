import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { api, newName, publish, signUp, type SignedUp } from './support/api.ts';
import { useJourneys } from './support/journeys.ts';
import { pngPhoto } from './support/photos.ts';
import { alert, card, dialog, logIn, pathOf } from './support/steps.ts';

const openPage = useJourneys();
const REFUSED = { expected: [/Failed to load resource.*4\d\d/] };
const MAX_BYTES = 1_048_576;
const TOO_LARGE = 'Error: photo must be under 1 MB';

async function openSettings(as: SignedUp, tab = '', options: object = REFUSED): Promise<Page> {
  const page = await openPage({ as, ...options });
  await page.goto(`/settings${tab}`);
  await page.getByRole('tab', { name: 'Change password' }).waitFor();
  return page;
}

/** The texts of the alerts that the browser showed, each confirmed at once. */
function watchAlerts(page: Page): string[] {
  const texts: string[] = [];
  page.on('dialog', (shown) => {
    texts.push(`${shown.type()}: ${shown.message()}`);
    void shown.accept();
  });
  return texts;
}

/** True once the page has been loaded anew since this was called. */
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

describe('/settings', () => {
  it('is reached from the avatar menu and has three tabs, walked with the arrow keys [2.settings]', async () => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/best');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(pathOf(page)).toBe('/settings');
    const tabs = page.getByRole('tab');
    expect(await tabs.allInnerTexts()).toEqual(['Change password', 'Change avatar', 'Change username']);
    await tabs.first().focus();
    for (const [key, name, hash] of [
      ['ArrowRight', 'Change avatar', '#avatar'],
      ['ArrowRight', 'Change username', '#username'],
      ['ArrowLeft', 'Change avatar', '#avatar'],
      ['Home', 'Change password', '#password'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe(name);
      await expect.poll(() => new URL(page.url()).hash).toBe(hash);
    }
  });

  it('has a verified badge beside the name in that menu, of a member who is verified', async () => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    // Nobody can be verified over the API, so this one fact of the real answer is changed on its way.
    await page.route('**/api/auth/me', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), is_verified: true } });
    });
    await page.goto('/best');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menu').getByText(mary.user.username).waitFor();
    await page.getByRole('menu').getByRole('img', { name: 'Verified' }).waitFor();
  });

  it('opens at the tab of its address', async () => {
    const page = await openSettings(await signUp('mary'), '#username');
    await page.getByLabel('New username').waitFor();
    expect(await page.title()).toBe('Settings – Likewell');
  });

  it('asks a visitor to log in, and then shows the tabs', async () => {
    const mary = await signUp('mary');
    const page = await openPage();
    await page.goto('/settings');
    await dialog(page).getByLabel('Username or e-mail').fill(mary.user.username);
    await dialog(page).getByLabel('Password').fill(mary.password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Current password').waitFor();
  });
});

describe('changing the password', () => {
  it("needs the same one twice: 'Passwords do not match', and sends nothing [5.new-passwords] [8.password-mismatch]", async () => {
    const page = await openSettings(await signUp('mary'));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    await changePassword(page, 'any old one', 'new password', 'another one');
    await expect.poll(() => alert(page).innerText()).toBe('Passwords do not match');
    expect(sent).toEqual([]);
  });

  it.each([
    ['the current one is wrong', 'not my password', 'a new password'],
    ['the new one is too short', 'correct horse battery', 'short'],
  ])("says 'Wrong current password' when %s, and stays [8.wrong-password]", async (_, oldPass, newPass) => {
    const page = await openSettings(await signUp('mary'));
    await changePassword(page, oldPass, newPass);
    await expect.poll(() => alert(page).innerText()).toBe('Wrong current password');
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  });

  it('logs out here with words, and within a second in every other browser [4.password-changed] [8.password-updated]', async () => {
    const mary = await signUp('mary');
    const page = await openSettings(mary);
    const elsewhere = await openPage({ expected: [/401/] });
    await elsewhere.goto('/best');
    await logIn(elsewhere, mary.user.username, mary.password);
    await elsewhere.getByRole('button', { name: /^Account of/ }).waitFor();

    await changePassword(page, mary.password, 'quite another password');
    await page.getByRole('status').getByText('Password updated. Please log in again.').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(await dialog(page).count()).toBe(0);

    await new Promise((resolve) => setTimeout(resolve, 950));
    const status = await elsewhere.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
      return (await fetch('/api/auth/me', { headers })).status;
    });
    expect(status).toBe(401);
    await elsewhere.reload();
    await elsewhere.getByRole('button', { name: 'Login' }).waitFor();
    expect(await elsewhere.evaluate(() => localStorage.length)).toBe(0);

    await page.locator('main').getByRole('button', { name: 'Login' }).click();
    await dialog(page).getByLabel('Username or e-mail').fill(mary.user.username);
    await dialog(page).getByLabel('Password').fill('quite another password');
    await page.keyboard.press('Enter');
    await page.getByLabel('Current password').waitFor();
    expect(await page.getByText('Password updated').count()).toBe(0);
  });
});

describe('changing the avatar', () => {
  const shown = (page: Page, within: string) => page.locator(`${within} img`).first().getAttribute('src');

  it('shows the photo before, alerts, reloads, and then it is in the header and on every post [4.profile-changed] [8.photo-changed]', async () => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'With a face');
    const page = await openSettings(mary, '#avatar');
    const alerts = watchAlerts(page);
    expect(await shown(page, 'main form')).toBe('/static/default-avatar.png');
    await choosePhoto(page, pngPhoto([20, 160, 90]));
    await expect.poll(() => shown(page, 'main form')).toMatch(/^data:image\/png;base64,/);
    const isReloaded = await awaitReload(page);
    await savePhoto(page);
    await expect.poll(() => alerts).toEqual(['alert: Your photo was successfully changed']);
    await expect.poll(isReloaded).toBe(true);

    const address = /^\/api\/avatars\/[0-9a-f]{64}\.webp$/;
    await expect.poll(() => shown(page, 'header [aria-label^="Account of"]')).toMatch(address);
    const avatar = page.locator('header [aria-label^="Account of"] img');
    await expect.poll(() => avatar.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);
    // Posts hears of it a moment later, and the page asks once.
    await expect
      .poll(() => api('GET', `/api/posts/${post.id}`))
      .toMatchObject({ author: { avatar: expect.stringMatching(address) } });
    await page.goto(`/p/${post.id}`);
    await expect.poll(() => card(page, post.id).locator('img').first().getAttribute('src')).toMatch(address);
  });

  it('takes a photo of exactly 1 MB [9.avatar]', async () => {
    const page = await openSettings(await signUp('mary'), '#avatar');
    const alerts = watchAlerts(page);
    const photo = pngPhoto([200, 30, 30], MAX_BYTES);
    expect(photo.length).toBe(MAX_BYTES);
    await choosePhoto(page, photo);
    const reloaded = await awaitReload(page);
    await savePhoto(page);
    await expect.poll(() => alerts).toEqual(['alert: Your photo was successfully changed']);
    await expect.poll(reloaded).toBe(true);
  });

  it.each([
    ['is one byte over 1 MB', pngPhoto([1, 2, 3], MAX_BYTES + 1), 'me.png', 'image/png'],
    ['is a GIF', Buffer.from('GIF89a'), 'me.gif', 'image/gif'],
  ])(
    'that %s is refused before it is sent [5.avatar] [8.photo-size] [9.avatar]',
    async (_, photo, name, type) => {
      const page = await openSettings(await signUp('mary'), '#avatar');
      await choosePhoto(page, photo, name, type);
      await expect.poll(() => alert(page).innerText()).toBe(TOO_LARGE);
      expect(await shown(page, 'main form')).toBe('/static/default-avatar.png');
    },
  );

  it('that only pretends to be a PNG is refused with the same words, by the server', async () => {
    const page = await openSettings(await signUp('mary'), '#avatar');
    await choosePhoto(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await savePhoto(page);
    await expect.poll(() => alert(page).innerText()).toBe(TOO_LARGE);
  });

  it("that cannot be read fails: 'Error uploading photo' [8.photo-upload]", async () => {
    const page = await openSettings(await signUp('mary'), '#avatar');
    await choosePhoto(page, pngPhoto([9, 9, 9]).subarray(0, 60));
    await savePhoto(page);
    await expect.poll(() => alert(page).innerText()).toBe('Error uploading photo');
  });
});

describe('changing the username', () => {
  async function rename(page: Page, username: string): Promise<void> {
    await page.getByLabel('New username').fill(username);
    await page.locator('main button[type=submit]').click();
  }

  it('alerts, reloads, and then posts, profile and the old address bear the new name [4.profile-changed] [8.username-changed]', async () => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Under a new name');
    const page = await openSettings(mary, '#username');
    const alerts = watchAlerts(page);
    const isReloaded = await awaitReload(page);
    const wanted = newName('maria');
    await rename(page, `  ${wanted.toUpperCase()} `);
    await expect.poll(() => alerts).toEqual(['alert: Your username was successfully changed']);
    await expect.poll(isReloaded).toBe(true);
    await page.getByRole('button', { name: `Account of ${wanted}` }).waitFor();

    // Posts hears of it a moment later, and the page asks once.
    await expect
      .poll(() => api('GET', `/api/users/${mary.user.username}/posts`))
      .toMatchObject({ items: [{ author: { username: wanted } }] });
    await page.goto(`/u/${mary.user.username}`);
    await expect.poll(() => pathOf(page)).toBe(`/u/${wanted}`);
    await page.getByRole('heading', { level: 1, name: 'My posts' }).waitFor();
    await card(page, post.id).getByText(wanted).waitFor();

    const visitor = await openPage();
    await visitor.goto(`/u/${mary.user.username}`);
    await visitor.getByRole('heading', { level: 1, name: `${wanted}'s Posts` }).waitFor();
    expect(pathOf(visitor)).toBe(`/u/${wanted}`);
  });

  it('needs more than spaces, and shows what the server says of a name that is taken or reserved [5.username]', async () => {
    const tom = await signUp('tom');
    const page = await openSettings(await signUp('mary'), '#username');
    await rename(page, '   ');
    await expect.poll(() => alert(page).innerText()).toBe('Choose a username.');
    await rename(page, tom.user.username);
    await expect
      .poll(() => alert(page).innerText())
      .toBe('This username is taken. Please choose another one.');
    await rename(page, 'admin');
    await expect
      .poll(() => alert(page).innerText())
      .toBe('This username is reserved. Please choose another one.');
  });

  it("says 'Username update failed' when no answer comes [8.username-failed]", async () => {
    const page = await openSettings(await signUp('mary'), '#username', { expected: [/ERR_FAILED/] });
    await page.route('**/api/users/username', (route) => route.abort());
    await rename(page, newName('maria'));
    await expect.poll(() => alert(page).innerText()).toBe('Username update failed');
  });
});
