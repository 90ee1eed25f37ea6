import { newName, PASSWORD } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { balance, dialog, dialogGone, fillSignUp } from './support/steps.ts';
import { installTestWallet, withoutDevWallet } from './support/test-wallet.ts';

test.describe('the welcome', () => {
  test('says after a sign-up that 100 LIKE arrived, goes when it is told to, and does not come again', async ({
    page,
  }) => {
    const name = newName('mary');
    const welcome = page.getByRole('region', { name: 'Welcome' });
    await page.goto('/best');
    await fillSignUp(page, name, PASSWORD);
    await expect(welcome).toContainText(`Welcome, ${name}`);
    await expect(welcome).toContainText('You received 100 LIKE.');
    await expect(balance(page)).toContainText('100 LIKE');
    await expect(welcome.getByRole('link', { name: 'Choose a name' })).toHaveCount(0);
    await welcome.getByRole('button', { name: 'Close' }).click();
    await expect(welcome).toHaveCount(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await expect(balance(page)).toContainText('100 LIKE');
    await page.waitForLoadState('networkidle');
    await expect(welcome).toHaveCount(0);
    // A page that was loaded with a signed-in member does not even ask.
    expect(asked.filter((url) => url.includes('kinds=bonus'))).toEqual([]);
  });

  test('leads who came with a wallet to the choice of a name', async ({ page }) => {
    await withoutDevWallet(page);
    await installTestWallet(page);
    const welcome = page.getByRole('region', { name: 'Welcome' });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Continue with a wallet' }).click();
    await expect(welcome).toContainText(/Welcome, member_\d{6}/);
    await expect(welcome).toContainText('You received 100 LIKE.');
    await dialogGone(page);
    await welcome.getByRole('link', { name: 'Choose a name' }).click();
    await expect(page).toHaveURL('/settings#username');
    await expect(page.getByRole('textbox', { name: 'New username' })).toBeVisible();
    await expect(welcome).toHaveCount(0);
  });
});
