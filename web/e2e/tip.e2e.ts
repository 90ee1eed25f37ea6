import type { Page } from '@playwright/test';
import { api, newName, PASSWORD, publish, signUp } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import {
  alert,
  balance,
  card,
  dialog,
  dialogGone,
  fillSignUp,
  ownPosts,
  submit,
  writePost,
} from './support/steps.ts';

async function openTip(page: Page, postId: number): Promise<void> {
  await page.goto(`/p/${postId}`);
  await card(page, postId)
    .first()
    .getByRole('button', { name: /Send tokens/ })
    .click();
  await expect(dialog(page).getByLabel('Amount of LIKE')).toBeVisible();
}

test.describe('a tip', () => {
  test('of 1.5 between two members who just joined shows on both sides and survives a reload [9.sign-up-bonus] [4.successful-like]', async ({
    openPage,
  }) => {
    const [mary, tom] = [newName('mary'), newName('tom')];
    const author = await openPage();
    await author.goto('/');
    await fillSignUp(author, mary, PASSWORD);
    await expect(balance(author)).toBeVisible();
    await dialogGone(author);
    await author.getByRole('link', { name: 'Post with AI' }).click();
    await writePost(author, `Bread by ${mary}`, 'Flour, water, salt and patience.');
    await author.waitForURL(`**/u/${mary}`);
    await expect(ownPosts(author, `Bread by ${mary}`)).toBeVisible();
    await expect(author.getByText('Pending: Please wait')).toHaveCount(0);

    const payer = await openPage();
    await payer.goto('/');
    await fillSignUp(payer, tom, PASSWORD);
    await expect(balance(payer)).toContainText('100');
    await dialogGone(payer);
    await payer.goto(`/u/${mary}`);
    await payer.getByRole('button', { name: /Send tokens/ }).click();
    await dialog(payer).getByLabel('Amount of LIKE').fill('1.5');
    await submit(payer, 'Send');
    await expect(dialog(payer)).toHaveCount(0);

    // The posts service gets the tip a moment later, and the author's page asks only once.
    await expect
      .poll(() => api<{ items: unknown[] }>('GET', `/api/users/${mary}/posts`))
      .toMatchObject({ items: [{ likes_sum: 1.5 }] });
    for (const look of ['at once', 'after a reload']) {
      await expect(balance(payer), look).toContainText('98.50');
      await expect(balance(payer), look).toContainText('98.5 LIKE');
      await expect(payer.locator('article footer').first(), look).toContainText('1.50');
      await author.reload();
      await expect(balance(author), look).toContainText('101.05');
      await expect(author.locator('article footer').first(), look).toContainText('1.50');
      await payer.reload();
    }
  });

  test('asks a visitor to log in', async ({ page }) => {
    const post = await publish(await signUp('mary'), 'For visitors');
    await page.goto(`/p/${post.id}`);
    await card(page, post.id)
      .first()
      .getByRole('button', { name: /Send tokens/ })
      .click();
    await expect(dialog(page).getByLabel('Username or e-mail')).toBeVisible();
  });

  test('begins at 1, steps by 1 within 0.000001 and the balance, and rejects what is no amount [5.tip-range] [5.tip-buttons] [8.invalid-amount] [9.default-tip] [9.tip-step]', async ({
    openPage,
  }) => {
    const post = await publish(await signUp('mary'), 'For steps');
    const page = await openPage({ as: await signUp('tom') });
    await openTip(page, post.id);
    const field = dialog(page).getByLabel('Amount of LIKE');
    const [less, more] = ['Send 1 less', 'Send 1 more'].map((name) =>
      dialog(page).getByRole('button', { name }),
    );
    await expect(field).toHaveValue('1');
    await less?.click();
    await expect(field).toHaveValue('0.000001');
    await more?.click();
    await expect(field).toHaveValue('1.000001');
    await field.fill('99.5');
    await more?.click();
    await expect(field).toHaveValue('100');
    for (const wrong of ['100.000001', '0.0000001', '0', '-1', '1.0000001', '']) {
      await field.fill(wrong);
      await submit(page, 'Send');
      await expect(alert(page), wrong).toHaveText('Invalid amount');
    }
    await expect(dialog(page).getByText('100 LIKE')).toBeVisible();
  });

  test('is not offered to the author, who sees what the post received', async ({ openPage }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'My own');
    const page = await openPage({ as: mary });
    await page.goto(`/p/${post.id}`);
    await expect(card(page, post.id).first().locator('footer')).toBeVisible();
    await expect(
      card(page, post.id)
        .first()
        .getByRole('button', { name: /Send tokens/ }),
    ).toHaveCount(0);
  });

  test('sent with a double click moves money once', async ({ openPage }) => {
    const post = await publish(await signUp('mary'), 'Twice');
    const page = await openPage({ as: await signUp('tom') });
    await openTip(page, post.id);
    await dialog(page).locator('button[type=submit]').dblclick();
    await dialogGone(page);
    await expect(balance(page)).toContainText('99');
    await page.reload();
    await expect(balance(page)).toContainText('99');
  });

  test('that was answered by nobody is asked for with the same key and moves money once', async ({
    openPage,
  }) => {
    const post = await publish(await signUp('mary'), 'Cut off');
    const page = await openPage({
      as: await signUp('tom'),
      expected: [/ERR_FAILED|Failed to load resource/],
    });
    await openTip(page, post.id);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/like')) keys.push(request.headers()['idempotency-key']);
    });
    // The tip reaches the server, but its response does not reach the page.
    await page.route('**/like', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit(page, 'Send');
    await expect(dialog(page)).toContainText('No answer yet');
    await page.reload();
    await page.unroute('**/like');
    await expect(page.getByText('Your tip of 1 LIKE was sent.')).toBeVisible();
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await expect(balance(page)).toContainText('99');
  });
});
