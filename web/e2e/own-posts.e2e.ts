import { describe, expect, it } from 'vitest';
import { publish, signUp } from './support/api.ts';
import { useJourneys } from './support/journeys.ts';
import { alert, card, dialog, pathOf, writePost } from './support/steps.ts';

const openPage = useJourneys();

describe('own posts', () => {
  it('need a title and a body [2.create-form] [5.post-text] [8.both-required]', async () => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/create');
    await writePost(page, '   ', 'A body');
    await expect.poll(() => alert(page).innerText()).toBe('Both title and body are required.');
  });

  it('are edited from their menu [2.edit] [2.edit-save] [2.card-menu-author]', async () => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Before', 'Old words.');
    const page = await openPage({ as: mary });
    await page.goto(`/u/${mary.user.username}`);
    await card(page, post.id)
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.waitForURL(`**/edit/${post.id}`);
    expect(await page.getByLabel('Title').inputValue()).toBe('Before');
    await writePost(page, 'After', 'New words.');
    await page.waitForURL(`**/p/${post.id}`);
    await page.getByRole('heading', { level: 1, name: 'After' }).waitFor();
    await page.getByText('Pending: Please wait').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('New words.').first().waitFor();
  });

  it('are deleted after a question, and gone from the list [2.card-delete]', async () => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Short-lived');
    const page = await openPage({ as: mary });
    await page.goto(`/u/${mary.user.username}`);
    const menu = card(page, post.id).getByRole('button', { name: /^More about/ });
    const question = page.getByRole('alertdialog', { name: 'Delete this post?' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await card(page, post.id).waitFor({ state: 'detached' });
    await page.getByText('No posts yet').waitFor();
  });

  it('deleted on their own page lead to /new [2.post-deleted]', async () => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Gone soon');
    const page = await openPage({ as: mary });
    await page.goto(`/p/${post.id}`);
    await card(page, post.id)
      .first()
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => pathOf(page)).toBe('/new');
    await page.getByRole('heading', { level: 1, name: 'New Posts' }).waitFor({ state: 'attached' });
    expect(await dialog(page).count()).toBe(0);
  });

  it('offer strangers to follow the author and to report, and Report does nothing [2.card-menu-report]', async () => {
    const post = await publish(await signUp('mary'), 'Not yours');
    const page = await openPage({ as: await signUp('tom') });
    await page.goto(`/p/${post.id}`);
    await card(page, post.id)
      .first()
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'Report' }).waitFor();
    await page.getByRole('menuitem', { name: 'Follow author' }).waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Follow author', 'Report']);
    await page.getByRole('menuitem', { name: 'Report' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  it("that are none say 'Post not found' to the edit form [2.edit-not-found] [8.edit-not-found]", async () => {
    const page = await openPage({ as: await signUp('mary'), expected: [/404/, /Post not found/] });
    await page.goto('/edit/999999999');
    await page.getByText('Post not found').waitFor();
  });
});
