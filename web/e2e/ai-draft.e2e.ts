import type { Page } from '@playwright/test';
import { signUp } from './support/api.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/fixtures.ts';
import { alert } from './support/steps.ts';

const prompt = (page: Page) => page.getByLabel('What should your post be about?');
const button = (page: Page) => page.getByRole('button', { name: 'Draft with AI' });
const texts = async (page: Page) => ({
  title: await page.getByLabel('Title', { exact: true }).inputValue(),
  body: await page.getByLabel('Body', { exact: true }).inputValue(),
});
/** Collects the calls for drafts that the page makes from now on. */
function watchCalls(page: Page) {
  const calls: { headers: Record<string, string>; body: unknown }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ai/generate-post'))
      calls.push({ headers: request.headers(), body: request.postDataJSON() });
  });
  return calls;
}

test.describe('drafting with AI', () => {
  test('fills title and body, without credentials, and the post says so [2.create-ai] [5.draft-prompt]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    const calls = watchCalls(page);
    await page.goto('/create');
    for (const empty of ['', '   \n ']) {
      await prompt(page).fill(empty);
      await button(page).click();
    }
    expect([await alert(page).count(), calls.length]).toEqual([0, 0]);

    const respond = await hold(page, '**/generate-post');
    await prompt(page).fill('keeping bees on a roof');
    await button(page).click();
    await expect(page.getByText('Generating...').and(page.locator(':visible'))).toBeVisible();
    respond();
    await expect.poll(async () => (await texts(page)).body).toContain('keeping bees on a roof');
    expect((await texts(page)).title).toMatch(/keeping bees on a roof/i);
    expect(calls).toEqual([{ headers: expect.any(Object), body: { prompt: 'keeping bees on a roof' } }]);
    expect(calls[0]?.headers).not.toHaveProperty('authorization');
    expect(calls[0]?.headers).not.toHaveProperty('cookie');
    await expect(page.getByRole('status').filter({ hasText: 'Your draft' })).toContainText('stand-in');
    await expect(button(page)).toBeFocused();

    // The origin of the text is kept over a reload and a change.
    await page.reload();
    await page.getByLabel('Title', { exact: true }).fill('Bees, in my own words');
    await page.locator('main').getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page).toHaveURL(`/u/${mary.user.username}`);
    const card = page.locator('[data-post-id]').first();
    await expect(card.getByText('Drafted with AI')).toBeVisible();
    await expect(card.getByRole('heading', { name: 'Bees, in my own words' })).toBeVisible();
  });

  test('asks before it overwrites what a person typed, and only then', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    const calls = watchCalls(page);
    const respond = await hold(page, '**/generate-post');
    await page.goto('/create');
    await prompt(page).fill('night trains');
    await button(page).click();
    // Typed while the draft is being fetched.
    await page.getByLabel('Body', { exact: true }).fill('My own words.');
    respond();
    await page.getByRole('button', { name: 'Keep my text' }).click();
    expect(await texts(page)).toEqual({ title: '', body: 'My own words.' });
    await expect(button(page)).toBeFocused();

    await button(page).click();
    await page.getByRole('button', { name: 'Replace my text' }).click();
    await expect.poll(async () => (await texts(page)).body).toContain('night trains');

    // A draft that nobody changed is replaced by the next one.
    await prompt(page).fill('cold brew');
    await button(page).click();
    await expect.poll(async () => (await texts(page)).body).toContain('cold brew');
    await expect(page.getByRole('button', { name: 'Replace my text' })).toHaveCount(0);
    expect(calls).toHaveLength(3);
  });

  test('is given up by whoever leaves', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/create');
    await prompt(page).fill('night trains');
    // The stand-in would finish before anybody could leave.
    await page.route('**/generate-post', () => undefined);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/generate-post'));
    await button(page).click();
    await expect(page.getByText('Generating...').and(page.locator(':visible'))).toBeVisible();
    await page.getByRole('link', { name: 'New', exact: true }).first().click();
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(page.getByRole('heading', { level: 1, name: 'New Posts' })).toBeAttached();
  });
});
