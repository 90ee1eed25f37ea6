import { publish, signUp } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { alert, card, dialog, writePost } from './support/steps.ts';

test.describe('own posts', () => {
  test('need a title and a body [2.create-form] [5.post-text] [8.both-required]', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/create');
    await writePost(page, '   ', 'A body');
    await expect(alert(page)).toHaveText('Both title and body are required.');
  });

  test('are edited from their menu [2.edit] [2.edit-save] [2.card-menu-author]', async ({ openPage }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Before', 'Old words.');
    const page = await openPage({ as: mary });
    await page.goto(`/u/${mary.user.username}`);
    await card(page, post.id)
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.waitForURL(`**/edit/${post.id}`);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Before');
    await writePost(page, 'After', 'New words.');
    await page.waitForURL(`**/p/${post.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible();
    await expect(page.getByText('Pending: Please wait')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('New words.').first()).toBeVisible();
  });

  test('are deleted after a question, and gone from the list [2.card-delete]', async ({ openPage }) => {
    const mary = await signUp('mary');
    const other = await publish(mary, 'Stays');
    const post = await publish(mary, 'Short-lived');
    const page = await openPage({ as: mary });
    await page.goto(`/u/${mary.user.username}`);
    const menu = card(page, post.id).getByRole('button', { name: /^More about/ });
    const question = page.getByRole('alertdialog', { name: 'Delete this post?' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(card(page, post.id)).toHaveCount(0);
    // The next post is where somebody at a keyboard or a screen reader goes on.
    await expect(card(page, other.id).getByRole('link', { name: 'Stays' })).toBeFocused();
  });

  test('deleted to the last one leave words in their place', async ({ openPage }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'The only one');
    const page = await openPage({ as: mary });
    await page.goto(`/u/${mary.user.username}`);
    await card(page, post.id)
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No posts yet')).toBeVisible();
  });

  test('deleted on their own page lead to /new [2.post-deleted]', async ({ openPage }) => {
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
    await expect(page).toHaveURL('/new');
    await expect(page.getByRole('heading', { level: 1, name: 'New Posts' })).toBeAttached();
    await expect(dialog(page)).toHaveCount(0);
  });

  test('offer strangers to follow the author and to report, and Report does nothing [2.card-menu-report]', async ({
    openPage,
  }) => {
    const post = await publish(await signUp('mary'), 'Not yours');
    const page = await openPage({ as: await signUp('tom') });
    await page.goto(`/p/${post.id}`);
    await card(page, post.id)
      .first()
      .getByRole('button', { name: /^More about/ })
      .click();
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Follow author' })).toBeVisible();
    await expect(page.getByRole('menuitem')).toHaveText(['Follow author', 'Report']);
    await page.getByRole('menuitem', { name: 'Report' }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  test("that are none say 'Post not found' to the edit form [2.edit-not-found] [8.edit-not-found]", async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary'), expected: [/404/, /Post not found/] });
    await page.goto('/edit/999999999');
    await expect(page.getByText('Post not found')).toBeVisible();
  });
});
