import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { api, newName, PASSWORD, publish, signUp } from './support/api.ts';
import { useJourneys } from './support/journeys.ts';
import { alert, balance, card, dialog, fillSignUp, submit, writePost } from './support/steps.ts';

const openPage = useJourneys();

async function openTip(page: Page, postId: number): Promise<void> {
  await page.goto(`/p/${postId}`);
  await card(page, postId)
    .first()
    .getByRole('button', { name: /Send tokens/ })
    .click();
  await dialog(page).getByLabel('Amount of LIKE').waitFor();
}

describe('a tip', () => {
  it('of 1.5 between two members who just joined shows on both sides and survives a reload [9.sign-up-bonus] [4.successful-like]', async () => {
    const [mary, tom] = [newName('mary'), newName('tom')];
    const author = await openPage();
    await author.goto('/');
    await fillSignUp(author, mary, PASSWORD);
    await balance(author).waitFor();
    await author.getByRole('link', { name: 'Post with AI' }).click();
    await writePost(author, `Bread by ${mary}`, 'Flour, water, salt and patience.');
    await author.waitForURL(`**/u/${mary}`);
    await author.getByRole('link', { name: `Bread by ${mary}` }).waitFor();
    await author.getByText('Pending: Please wait').waitFor({ state: 'detached' });

    const payer = await openPage();
    await payer.goto('/');
    await fillSignUp(payer, tom, PASSWORD);
    await expect.poll(() => balance(payer).innerText()).toContain('100');
    await payer.goto(`/u/${mary}`);
    await payer.getByRole('button', { name: /Send tokens/ }).click();
    await dialog(payer).getByLabel('Amount of LIKE').fill('1.5');
    await submit(payer, 'Send');
    await dialog(payer).waitFor({ state: 'detached' });

    // Posts hears of a tip a moment later, and the author's page asks once.
    await expect
      .poll(() => api<{ items: unknown[] }>('GET', `/api/users/${mary}/posts`))
      .toMatchObject({ items: [{ likes_sum: 1.5 }] });
    for (const look of ['at once', 'after a reload']) {
      await expect.poll(() => balance(payer).innerText(), { message: look }).toContain('98.50');
      await expect.poll(() => balance(payer).innerText(), { message: look }).toContain('98.5 LIKE');
      await expect
        .poll(() => payer.getByRole('button', { name: /Send tokens/ }).innerText(), { message: look })
        .toContain('1.50');
      await author.reload();
      await expect.poll(() => balance(author).innerText(), { message: look }).toContain('101.05');
      await expect
        .poll(() => author.locator('article footer').first().innerText(), { message: look })
        .toContain('1.50');
      await payer.reload();
    }
  });

  it('asks a visitor to log in', async () => {
    const post = await publish(await signUp('mary'), 'For visitors');
    const page = await openPage();
    await page.goto(`/p/${post.id}`);
    await card(page, post.id)
      .first()
      .getByRole('button', { name: /Send tokens/ })
      .click();
    await dialog(page).getByLabel('Username or e-mail').waitFor();
  });

  it('begins at 1, steps by 1 within 0.000001 and the balance, and refuses what is no amount [5.tip-range] [5.tip-buttons] [8.invalid-amount] [9.default-tip] [9.tip-step]', async () => {
    const post = await publish(await signUp('mary'), 'For steps');
    const page = await openPage({ as: await signUp('tom') });
    await openTip(page, post.id);
    const field = dialog(page).getByLabel('Amount of LIKE');
    const [less, more] = ['Send 1 less', 'Send 1 more'].map((name) =>
      dialog(page).getByRole('button', { name }),
    );
    expect(await field.inputValue()).toBe('1');
    await less?.click();
    expect(await field.inputValue()).toBe('0.000001');
    await more?.click();
    expect(await field.inputValue()).toBe('1.000001');
    await field.fill('99.5');
    await more?.click();
    expect(await field.inputValue()).toBe('100');
    for (const wrong of ['100.000001', '0.0000001', '0', '-1', '1.0000001', '']) {
      await field.fill(wrong);
      await submit(page, 'Send');
      expect(await alert(page).innerText(), wrong).toBe('Invalid amount');
    }
    await dialog(page).getByText('100 LIKE').waitFor();
  });

  it('is not offered to the author, who sees what the post received', async () => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'My own');
    const page = await openPage({ as: mary });
    await page.goto(`/p/${post.id}`);
    await card(page, post.id).first().locator('footer').waitFor();
    expect(
      await card(page, post.id)
        .first()
        .getByRole('button', { name: /Send tokens/ })
        .count(),
    ).toBe(0);
  });

  it('sent with a double click moves money once', async () => {
    const post = await publish(await signUp('mary'), 'Twice');
    const page = await openPage({ as: await signUp('tom') });
    await openTip(page, post.id);
    await dialog(page).locator('button[type=submit]').dblclick();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => balance(page).innerText()).toContain('99');
    await page.reload();
    await expect.poll(() => balance(page).innerText()).toContain('99');
  });

  it('that was answered by nobody is retried with the same key and moves money once', async () => {
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
    // The tip reaches the server, its answer does not reach the page.
    await page.route('**/like', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit(page, 'Send');
    await expect.poll(() => alert(page).innerText()).toBe('Error');
    await page.unroute('**/like');
    await page.reload();
    await openTip(page, post.id);
    await submit(page, 'Send');
    await dialog(page).waitFor({ state: 'detached' });
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    await expect.poll(() => balance(page).innerText()).toContain('99');
  });
});
