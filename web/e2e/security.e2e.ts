import type { Page } from '@playwright/test';
import { wantConfirmation } from './support/account-steps.ts';
import { signUp } from './support/api.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import { alert, dialog, dialogGone, logIn, pressAndConfirm } from './support/steps.ts';
import { installTestWallet, withoutDevWallet } from './support/test-wallet.ts';

const REJECTED = { expected: [/Failed to load resource.*40[13]/] };

const section = (page: Page, name: string) => page.getByRole('region', { name });

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/settings#security');
  await expect(section(page, 'Devices').getByText('This device')).toBeVisible();
}

test.describe('a member', () => {
  test('sees a second device, and logs it out from the first', async ({ openPage }) => {
    const mary = await signUp('mary');
    const second = await openPage(REJECTED);
    await second.goto('/best');
    await logIn(second, mary.user.username, mary.password);
    await expect(second.getByRole('button', { name: /^Account of/ })).toBeVisible();

    const first = await openPage({ as: mary });
    await openSecurity(first);
    const devices = section(first, 'Devices').getByRole('listitem');
    await expect(devices).toHaveCount(2);
    await expect(devices.last()).toContainText('on Linux');
    await expect(
      section(first, 'What happened').getByText(/first login with a password from this kind of browser/),
    ).toBeVisible();
    await devices
      .last()
      .getByRole('button', { name: /^Log out .+ on Linux$/ })
      .click();
    await expect(devices).toHaveCount(1);

    await second.reload();
    await expect(second.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    await first.reload();
    await expect(section(first, 'Devices').getByText('This device')).toBeVisible();
  });

  test('is asked again who they are before a wallet is linked, which goes on then', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary, ...REJECTED });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await page.goto('/wallet');
    const card = page.getByRole('region', { name: 'Linked wallets' });
    await wantConfirmation(page, 'POST', '**/api/wallet/links', ['password']);
    await card.getByRole('button', { name: 'Link a wallet' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
    await dialog(page).getByLabel('Password').fill('a wild guess');
    await page.keyboard.press('Enter');
    await expect(alert(page)).toHaveText('Wrong current password');
    await dialog(page).getByLabel('Password').fill(mary.password);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect(card.getByRole('list', { name: 'Wallets' }).getByText(wallet.address)).toBeVisible();
    await openSecurity(page);
    const trail = section(page, 'What happened');
    await expect(trail.getByText('You confirmed that it is you with a password.')).toBeVisible();
    await expect(trail.getByText('One login with a password failed: the password was wrong.')).toBeVisible();
  });

  test('adds a wallet to log in with, and takes it off again; the only way stays', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await withoutDevWallet(page);
    const wallet = await installTestWallet(page);
    await openSecurity(page);
    const ways = section(page, 'Ways to log in');
    await expect(ways.getByRole('listitem')).toHaveText([/^Password/]);
    await expect(ways.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await ways.getByRole('button', { name: 'Add a wallet' }).click();
    await expect(ways.getByRole('listitem')).toHaveText([/^Password/, /^Wallet/]);
    await pressAndConfirm(ways, `Remove Wallet ${wallet.address}`);
    await expect(ways.getByRole('listitem')).toHaveText([/^Password/]);
    await expect(
      section(page, 'What happened').getByText('A wallet was removed as a way to log in.'),
    ).toBeVisible();
  });

  test('reads on a phone when each event was below its sentence', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage({ viewport: PHONE });
    await page.goto('/best');
    // This login has nothing beside its time; of the registration it says that it was another browser.
    await logIn(page, mary.user.username, mary.password);
    await dialogGone(page);
    await openSecurity(page);
    const lines = section(page, 'What happened').getByRole('listitem');
    await expect(lines).toContainText([/ago|now/, /another browser/]);
    const between = await lines.evaluateAll((all) =>
      all.map((line) => {
        const words = line.firstElementChild?.getBoundingClientRect().bottom ?? Infinity;
        return (line.querySelector('time')?.getBoundingClientRect().top ?? 0) - words;
      }),
    );
    expect(Math.min(...between)).toBeGreaterThanOrEqual(0);
  });

  test('says above which tip they want to be asked, and takes that back', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await openSecurity(page);
    const field = page.getByLabel('Ask me above, in LIKE');
    const save = async (limit: string) => {
      await field.fill(limit);
      await section(page, 'Large tips').getByRole('button', { name: 'Save' }).click();
      await expect(section(page, 'Large tips').getByText('Saved.')).toBeVisible();
      await page.reload();
      await expect(field).toHaveValue(limit);
    };
    await save('12.5');
    // For text that is no number the page gets an empty value from the browser, the
    // same as for an empty field.
    await field.press('End');
    await field.pressSequentially('-');
    await section(page, 'Large tips').getByRole('button', { name: 'Save' }).click();
    await expect(field).toBeFocused();
    await page.reload();
    await expect(field).toHaveValue('12.5');
    await save('');
  });
});
