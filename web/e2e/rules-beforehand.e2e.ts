import { newName, PASSWORD, publish, signUp } from './support/api.ts';
import { DESKTOP, expect, PHONE, test } from './support/fixtures.ts';
import { verifyAddress } from './support/mails.ts';
import {
  alert,
  balance,
  dialog,
  dialogGone,
  fillSignUp,
  pathOf,
  settle,
  showSignUp,
} from './support/steps.ts';

const REJECTED = { expected: [/Failed to load resource.*40[049]/, /Could not load/] };

test.describe('a form', () => {
  test('of a sign-up shows its rules beforehand, and all that is wrong at once, beside the fields', async ({
    page,
  }) => {
    await page.goto('/best');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/register')) sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await showSignUp(page);
    const field = (label: string) => dialog(page).getByLabel(label, { exact: true });
    const [name, email, password] = [field('Username'), field('E-mail'), field('Password')];
    await expect(name).toHaveAccessibleDescription('3 to 20 letters (a to z), digits or underscores.');
    await expect(password).toHaveAccessibleDescription('At least 8 characters, and not easy to guess.');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await fillSignUp(page, 'a', 'short', 'other');
    await expect(name).toHaveAccessibleDescription(/Usernames have 3 to 20/);
    await expect(password).toHaveAccessibleDescription(/Choose a password of at least 8 characters/);
    await expect(dialog(page).getByLabel('Repeat password')).toHaveAccessibleDescription(
      "Passwords don't match",
    );
    await expect(email).not.toHaveAttribute('aria-invalid');
    expect(sent).toEqual([]);
  });

  test('of a sign-up shows what the server rejects beside its field', async ({ openPage }) => {
    const mary = await signUp('mary');
    await verifyAddress(`${mary.user.username}@example.org`);
    const page = await openPage(REJECTED);
    await page.goto('/best');
    await fillSignUp(page, mary.user.username, PASSWORD);
    const name = dialog(page).getByLabel('Username');
    await expect(name).toHaveAccessibleDescription(/This username is taken/);
    await expect(name).toBeFocused();
    await name.fill(newName('mary'));
    await dialog(page).getByLabel('E-mail').fill(`${mary.user.username}@example.org`);
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('E-mail')).toHaveAccessibleDescription(
      /An account with this e-mail exists/,
    );
    await dialog(page)
      .getByLabel('E-mail')
      .fill(`${newName('m')}@example.org`);
    await page.keyboard.press('Enter');
    await expect(balance(page)).toBeVisible();
  });

  test('of a new password names the rule that is broken beside the field, and sends nothing', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/settings');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('Repeat new password').fill('short');
    await page.locator('main button[type=submit]').click();
    await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
      /Choose a password of at least 8 characters/,
    );
    await expect(page.getByText('Wrong current password')).toHaveCount(0);
  });

  test('of an avatar rejects a file that is only named like a picture, beside its field', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/settings#avatar');
    await page
      .getByLabel('Choose photo')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(1024, 'no picture') });
    await expect(alert(page)).toHaveText('Error: photo must be under 1 MB');
    await expect(page.getByText('This file is not a picture. PNG or JPEG, at most 1 MB.')).toBeVisible();
    const [field, said] = await Promise.all([
      page.getByText('Choose photo').boundingBox(),
      alert(page).boundingBox(),
    ]);
    expect((said?.y ?? 0) - (field?.y ?? 0)).toBeLessThan(120);
  });

  test('keeps its tabs in their place when they are changed', async ({ page }) => {
    await page.goto('/best');
    for (const viewport of [PHONE, DESKTOP, { width: 320, height: 568 }]) {
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      const tab = page.getByRole('tab', { name: 'Sign Up' });
      await expect(tab).toBeVisible();
      await settle(page);
      const before = await tab.boundingBox();
      await tab.click();
      await expect(dialog(page).getByLabel('Repeat password')).toBeVisible();
      await settle(page);
      expect(await tab.boundingBox()).toEqual(before);
      await page.keyboard.press('Escape');
      await dialogGone(page);
    }
  });
});

test.describe('an address of nothing', () => {
  test("is the 404 screen for an unknown member and giveaway, where the API's response is 404", async ({
    openPage,
  }) => {
    const page = await openPage(REJECTED);
    for (const path of [`/u/${newName('nobody')}`, '/giveaways/999999']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
      await expect(page).toHaveTitle('404 – Page Not Found');
      await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/best');
      expect(pathOf(page)).toBe(path);
    }
  });

  test('is nothing of the kind where the API fails otherwise', async ({ openPage }) => {
    const page = await openPage({ expected: [/Failed to load/, /Could not load/] });
    await page.route(/\/api\/(?:users|giveaways)\//, (route) =>
      route.fulfill({ status: 400, json: { error: 'No.' } }),
    );
    await page.goto('/u/somebody');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("somebody's Posts");
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
    await expect(page.getByText('Page not found')).toHaveCount(0);
    await page.goto('/giveaways/1');
    await page.waitForTimeout(500);
    await expect(page.locator('main')).toHaveText('', { useInnerText: true });
  });

  test("is 'Post not found' in place of a form for somebody else's post", async ({ openPage }) => {
    const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
    const post = await publish(mary, 'Not yours');
    const page = await openPage({ as: tom });
    await page.goto(`/edit/${post.id}`);
    await expect(page.getByText('Post not found')).toBeVisible();
    await expect(page.getByLabel('Body', { exact: true })).toHaveCount(0);
  });
});
