import type { Page } from '@playwright/test';
import { awaitInNew, type PostResponse, publish, publishMany, signUp } from './support/api.ts';
import { prose } from './support/prose.ts';
import { expect, test } from './support/fixtures.ts';
import {
  card,
  cardIds,
  dialog,
  dialogGone,
  overlays,
  pathOf,
  readOnTo,
  scrollToEnd,
} from './support/steps.ts';

const LONG = prose(120);

/** Publishes enough posts that the page of one can be scrolled past its heading 'Best Posts'. */
async function publishLong(): Promise<PostResponse> {
  const mary = await signUp('mary');
  await publishMany(mary, 6);
  return publish(mary, 'In full', LONG);
}

const heading = (page: Page) => page.getByRole('heading', { level: 2, name: 'Best Posts' });

/** Scrolls until the heading is `top` pixels below the top of the viewport. */
const scrollHeadingTo = (page: Page, top: number) =>
  heading(page).evaluate((element, y) => window.scrollBy(0, element.getBoundingClientRect().top - y), top);

test.describe('/p/{id}', () => {
  test('shows the post in full, without a toggle and without a link [2.post] [2.post-expanded]', async ({
    page,
  }) => {
    const post = await publishLong();
    await page.goto(`/p/${post.id}`);
    const own = card(page, post.id).first();
    await expect(own.getByRole('heading', { level: 1, name: 'In full' })).toBeVisible();
    await expect(own.getByTestId('post-body')).toHaveText(LONG);
    await expect(own.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    await expect(own.getByRole('link', { name: 'In full' })).toHaveCount(0);
  });

  test("lists 'Best Posts' without the first two [2.post-best-list] [9.best-list]", async ({ page }) => {
    const post = await publishLong();
    const [response] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/posts/best?range=all')),
      page.goto(`/p/${post.id}`),
    ]);
    const best = ((await response.json()) as { items: PostResponse[] }).items.map(({ id }) => id);
    await expect(heading(page)).toBeVisible();
    await expect
      .poll(async () => (await cardIds(page)).slice(0, best.length - 1))
      .toEqual([post.id, ...best.slice(2)]);
  });

  test('rewrites the address at the heading, to /best and back, without a new entry [2.post-address]', async ({
    page,
  }) => {
    const post = await publishLong();
    await page.goto(`/p/${post.id}`);
    await expect(heading(page)).toBeVisible();
    await expect.poll(async () => (await cardIds(page)).length).toBeGreaterThan(5);
    const entries = await page.evaluate(() => history.length);
    expect(pathOf(page)).toBe(`/p/${post.id}`);
    await scrollHeadingTo(page, 200);
    expect(pathOf(page)).toBe(`/p/${post.id}`);
    await scrollHeadingTo(page, 0);
    await expect(page).toHaveURL('/best');
    await scrollHeadingTo(page, -300);
    expect(pathOf(page)).toBe('/best');
    await scrollHeadingTo(page, 150);
    await expect(page).toHaveURL(`/p/${post.id}`);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await expect(heading(page)).toBeVisible();
  });

  test('stays, and where it is read, when a dialog is closed over its rewritten address', async ({
    page,
  }) => {
    const post = await publishLong();
    await page.goto(`/p/${post.id}`);
    await expect.poll(async () => (await cardIds(page)).length).toBeGreaterThan(5);
    await scrollHeadingTo(page, -300);
    await expect(page).toHaveURL('/best');
    const scrollTop = () => page.evaluate(() => window.scrollY);
    const before = await scrollTop();
    await page.getByRole('banner').getByRole('button', { name: 'Login', exact: true }).click();
    await expect(dialog(page).getByLabel('Password')).toBeVisible();
    await expect.poll(() => overlays(page)).toBe(1);
    await page.keyboard.press('Escape');
    await dialogGone(page);
    expect(await scrollTop()).toBeCloseTo(before, -1);
    // The heading belongs to the page of the post, and changes the address only there.
    await scrollHeadingTo(page, 150);
    await expect(page).toHaveURL(`/p/${post.id}`);
  });

  test('is gone back up to by its own card in the list below', async ({ page }) => {
    const post = await publishLong();
    await page.route('**/api/posts/best?range=all&cursor=', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: PostResponse[] };
      const others = body.items.filter(({ id }) => id !== post.id);
      await route.fulfill({
        response,
        json: { ...body, items: [...others.slice(0, 5), post, ...others.slice(5)] },
      });
    });
    await page.goto(`/p/${post.id}`);
    const title = card(page, post.id).getByRole('link', { name: 'In full' });
    await title.scrollIntoViewIfNeeded();
    await scrollHeadingTo(page, -300);
    await expect(page).toHaveURL('/best');
    await title.click();
    await expect(page).toHaveURL(`/p/${post.id}`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect(page).toHaveURL(`/p/${post.id}`);
  });

  test('leads to /best once its list is read to the end, with the history replaced [2.post-redirect]', async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const post = await publishLong();
    await awaitInNew(post.id);
    await page.goto('/new');
    await readOnTo(page, card(page, post.id));
    await card(page, post.id).getByRole('link', { name: 'In full' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'In full' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect
      .poll(
        async () => {
          await scrollToEnd(page);
          return page.title();
        },
        // The list contains the posts of all other journeys.
        { timeout: 120_000 },
      )
      .toBe('Top Posts – Likewell');
    expect(pathOf(page)).toBe('/best');
    await page.goBack();
    await expect(page).toHaveTitle('New Posts – Likewell');
    expect(pathOf(page)).toBe('/new');
  });

  for (const id of ['999999999', 'abc', '0', '1e3'])
    test(`says 'Post not found' for /p/${id} [2.post-not-found] [8.post-not-found]`, async ({ openPage }) => {
      const page = await openPage({ expected: [/404/, /Post not found/] });
      await page.goto(`/p/${id}`);
      await expect(page.getByText('Post not found')).toBeVisible();
    });
});
