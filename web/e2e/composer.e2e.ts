import { api, publish, signUp } from './support/api.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import { ownPosts, pathOf } from './support/steps.ts';

test.describe('the composer', () => {
  test('posts by Ctrl+Enter, once; Enter alone begins a line', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    await page.goto('/create');
    await page.getByLabel('Title', { exact: true }).fill('Sent by keys');
    const body = page.getByLabel('Body', { exact: true });
    await body.pressSequentially('One line');
    await body.press('Enter');
    await body.pressSequentially('and another');
    await expect(body).toHaveValue('One line\nand another');
    expect(pathOf(page)).toBe('/create');
    // A key that is held down repeats.
    await page.keyboard.down('Control');
    for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    await page.waitForURL(`**/u/${mary.user.username}`);
    await expect(ownPosts(page, 'Sent by keys')).toBeVisible();
    const path = `/api/users/${mary.user.username}/posts`;
    const { items } = await api<{ items: { body: string }[] }>('GET', path, undefined, mary.token);
    expect(items.map((post) => post.body)).toEqual(['One line\nand another']);
  });

  test('saves an edit by Ctrl+Enter, also from the title', async ({ openPage }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Before', 'Old words.');
    const page = await openPage({ as: mary });
    await page.goto(`/edit/${post.id}`);
    await page.getByLabel('Title', { exact: true }).fill('After');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(`**/p/${post.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'After' })).toBeVisible();
  });

  test('shows all of a title of 100 characters on a phone while it is written, in one line of text', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary'), viewport: PHONE });
    await page.goto('/create');
    const title = page.getByLabel('Title', { exact: true });
    await title.fill('A title of ten\r\nwords. '.repeat(5).slice(0, 100));
    await expect(title).toHaveValue(/^A title of ten words\. /);
    const hidden = await title.evaluate((field) => [
      field.scrollWidth - field.clientWidth,
      field.scrollHeight - field.clientHeight,
    ]);
    expect(Math.max(...hidden)).toBeLessThanOrEqual(0);
    await title.press('Enter');
    await expect(page.getByLabel('Body', { exact: true })).toBeFocused();
    expect(await title.inputValue()).not.toContain('\n');
  });

  test('counts characters from 80 % of what the server takes', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/create');
    for (const [label, limit] of [
      ['Title', 200],
      ['Body', 10_000],
    ] as const) {
      const field = page.getByLabel(label);
      const from = limit * 0.8;
      await field.fill('a'.repeat(from - 1));
      await expect(page.getByText(/ of [\d]+ characters/)).toHaveCount(0);
      for (const length of [from, limit, limit + 1]) {
        await field.fill('a'.repeat(length));
        await expect(field).toHaveAccessibleDescription(`${length} of ${limit} characters`);
      }
      await field.fill('');
    }
  });
});
