import { publish, request, signUp } from './support/api.ts';
import { cut, mend, NETWORK_ERRORS } from './support/bad-network.ts';
import { expect, READ_AFTER_LOGOUT, test } from './support/fixtures.ts';
import { alert, dialog, overlays, ownPosts, pathOf, submit, writePost } from './support/steps.ts';

const BACK_AGAIN = 'Your unfinished text is back.';

test.describe('a text in the making', () => {
  test('outlives its tab on this device, and says that it is back', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    await page.goto('/create');
    await page.getByLabel('Title', { exact: true }).fill('Half a thought');
    await page.getByLabel('Body', { exact: true }).fill('And then');
    const second = await page.context().newPage();
    await page.goto('/whitepaper');
    await second.goto('/create');
    await expect(second.getByLabel('Title', { exact: true })).toHaveValue('Half a thought');
    await expect(second.getByLabel('Body', { exact: true })).toHaveValue('And then');
    await expect(second.getByText(BACK_AGAIN)).toBeVisible();
    await second.getByRole('button', { name: 'Discard it' }).click();
    await expect(second.getByLabel('Body', { exact: true })).toHaveValue('');
    await second.reload();
    await expect(second.getByLabel('Body', { exact: true })).toHaveValue('');
    await expect(second.getByText(BACK_AGAIN)).toHaveCount(0);
    await second.close();
  });

  test('is the same in two tabs, whichever is typed in', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/create');
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
    const second = await page.context().newPage();
    await second.goto('/create');
    await second.getByLabel('Title', { exact: true }).fill('Typed in the second');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed in the second');
    await page.getByLabel('Body', { exact: true }).fill('Typed in the first');
    await expect(second.getByLabel('Body', { exact: true })).toHaveValue('Typed in the first');
    await expect(second.getByLabel('Title', { exact: true })).toHaveValue('Typed in the second');
    await page.getByRole('button', { name: 'Preview' }).click();
    for (const label of ['Title', 'Body']) await second.getByLabel(label, { exact: true }).fill('');
    await expect(page.getByRole('heading', { name: 'Typed in the second' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Keep writing' }).click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('');
    await second.close();
  });

  test('is whole where it is typed, however slowly another tab takes it over', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('mary') });
    await page.goto('/create');
    const second = await page.context().newPage();
    await second.goto('/create');
    const bodies = [page, second].map((tab) => tab.getByLabel('Body', { exact: true }));
    for (const body of bodies) await expect(body).toBeVisible();
    const slowDown = await page.context().newCDPSession(second);
    await slowDown.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    const text = 'The quick brown fox jumps over the lazy dog, again and again, until somebody posts it.';
    await bodies[0]?.focus();
    await page.keyboard.type(text, { delay: 30 });
    for (const body of bodies.reverse()) await expect(body).toHaveValue(text);
    await second.close();
  });

  test('belongs to its member', async ({ openPage }) => {
    const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
    const page = await openPage({ as: mary, expected: [READ_AFTER_LOGOUT] });
    await page.goto('/create');
    await page.getByLabel('Body', { exact: true }).fill('Only for mary');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await dialog(page).getByLabel('Username or e-mail').fill(tom.user.username);
    await dialog(page).getByLabel('Password').fill(tom.password);
    await submit(page, 'Login');
    await expect(page.getByLabel('Body', { exact: true })).toHaveValue('');
  });

  test('is there again after the session ended in the middle of posting', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary, expected: NETWORK_ERRORS });
    await page.goto('/create');
    await page.getByLabel('Title', { exact: true }).fill('Through a login');
    await request('POST', '/api/auth/logout', undefined, mary.token);
    await writePost(page, 'Through a login', 'Word for word.');
    await dialog(page).getByLabel('Username or e-mail').fill(mary.user.username);
    await dialog(page).getByLabel('Password').fill(mary.password);
    await submit(page, 'Login');
    await expect(page.getByLabel('Body', { exact: true })).toHaveValue('Word for word.');
    await expect(page.getByText(BACK_AGAIN)).toBeVisible();
  });

  test('of an edit is asked about before the page is left, by a link and by Back, and comes back', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'To be changed', 'Old words.');
    const page = await openPage({ as: mary });
    await page.goto(`/p/${post.id}`);
    await page
      .getByRole('button', { name: /^More about/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const body = page.getByLabel('Body', { exact: true });
    await expect(body).toHaveValue('Old words.');
    await body.fill('New words, not saved.');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });

    await page.getByRole('link', { name: 'New', exact: true }).click();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
    expect(pathOf(page)).toBe(`/edit/${post.id}`);

    await expect.poll(() => overlays(page)).toBe(1);
    await page.goBack();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => pathOf(page)).toBe(`/p/${post.id}`);

    await page.goto(`/edit/${post.id}`);
    await expect(page.getByText(BACK_AGAIN)).toBeVisible();
    await expect(body).toHaveValue('New words, not saved.');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect(body).toHaveValue('Old words.');
    await expect.poll(() => overlays(page)).toBe(0);
    // No question is asked any more.
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await expect.poll(() => pathOf(page)).toBe('/new');
  });

  test('of an edit is asked about before the tab is closed, and no more once it is saved', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'To be saved', 'Old words.');
    const page = await openPage({ as: mary });
    await page.goto(`/edit/${post.id}`);
    await page.getByLabel('Body', { exact: true }).fill('Better words.');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (box) => {
        resolve(box.type());
        void box.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => location.reload()));
    expect(await asked).toBe('beforeunload');
    await expect(page.getByLabel('Body', { exact: true })).toHaveValue('Better words.');
    await page.locator('main button[type=submit]').click();
    await expect.poll(() => pathOf(page)).toBe(`/p/${post.id}`);
    await page.goto(`/edit/${post.id}`);
    await expect(page.getByLabel('Body', { exact: true })).toHaveValue('Better words.');
    await expect(page.getByText(BACK_AGAIN)).toHaveCount(0);
  });

  test('stays in the form when posting fails offline, and is posted once when the network is back', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary, expected: NETWORK_ERRORS });
    await page.goto('/create');
    await expect(page.getByLabel('Title', { exact: true })).toBeVisible();
    await cut(page);
    await writePost(page, 'Written in a tunnel', 'All of it.');
    await expect(alert(page)).toHaveText('Failed to create post');
    await expect(page.getByLabel('Body', { exact: true })).toHaveValue('All of it.');
    await mend(page);
    await page.locator('main button[type=submit]', { hasText: 'Post' }).click();
    await page.waitForURL(`**/u/${mary.user.username}`);
    await expect(ownPosts(page, 'Written in a tunnel')).toHaveCount(1);
  });

  for (const isReloaded of [false, true]) {
    const when = isReloaded ? 'after a reload' : 'by a second press';

    test(`whose post arrived without a response is not posted twice ${when}`, async ({ openPage }) => {
      const mary = await signUp('mary');
      const page = await openPage({ as: mary, expected: NETWORK_ERRORS });
      await page.goto('/create');
      await page.route('**/api/posts', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await writePost(page, 'Heard, not answered', 'Once is enough.');
      await expect(alert(page)).toHaveText('Failed to create post');
      await page.unroute('**/api/posts');
      if (isReloaded) await page.reload();
      await expect(page.getByLabel('Body', { exact: true })).toHaveValue('Once is enough.');
      await page.locator('main button[type=submit]', { hasText: 'Post' }).click();
      await page.waitForURL(`**/u/${mary.user.username}`);
      await expect(ownPosts(page, 'Heard, not answered')).toHaveCount(1);
      const response = await request('GET', `/api/users/${mary.user.username}/posts`, undefined, mary.token);
      expect(((await response.json()) as { items: unknown[] }).items).toHaveLength(1);
    });
  }
});
