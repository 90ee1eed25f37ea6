import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type PostAnswer, publish, publishMany, signUp } from './support/api.ts';
import { prose } from './support/prose.ts';
import { useJourneys } from './support/journeys.ts';
import { card, cardIds, pathOf, readOnTo, scrollToEnd } from './support/steps.ts';

const openPage = useJourneys();
const LONG = prose(120);

/** Enough posts that the page of one can be scrolled past its heading 'Best Posts'. */
async function publishLong(): Promise<PostAnswer> {
  const mary = await signUp('mary');
  await publishMany(mary, 6);
  return publish(mary, 'In full', LONG);
}

const heading = (page: Page) => page.getByRole('heading', { level: 2, name: 'Best Posts' });

/** Puts the heading so many pixels below the top of the viewport. */
const scrollHeadingTo = (page: Page, top: number) =>
  heading(page).evaluate((element, y) => window.scrollBy(0, element.getBoundingClientRect().top - y), top);

describe('/p/{id}', () => {
  it('shows the post in full, without a toggle and without a link [2.post] [2.post-expanded]', async () => {
    const post = await publishLong();
    const page = await openPage();
    await page.goto(`/p/${post.id}`);
    const own = card(page, post.id).first();
    await own.getByRole('heading', { level: 1, name: 'In full' }).waitFor();
    expect(await own.getByTestId('post-body').innerText()).toBe(LONG);
    expect(await own.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    expect(await own.getByRole('link', { name: 'In full' }).count()).toBe(0);
  });

  it("lists 'Best Posts' without the first two [2.post-best-list] [9.best-list]", async () => {
    const post = await publishLong();
    const page = await openPage();
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/posts/best?range=all')),
      page.goto(`/p/${post.id}`),
    ]);
    const best = ((await answer.json()) as { items: PostAnswer[] }).items.map(({ id }) => id);
    await heading(page).waitFor();
    await expect
      .poll(async () => (await cardIds(page)).slice(0, best.length - 1))
      .toEqual([post.id, ...best.slice(2)]);
  });

  it('rewrites the address at the heading, to /best and back, without a new entry [2.post-address]', async () => {
    const post = await publishLong();
    const page = await openPage();
    await page.goto(`/p/${post.id}`);
    await heading(page).waitFor();
    await expect.poll(async () => (await cardIds(page)).length).toBeGreaterThan(5);
    const entries = await page.evaluate(() => history.length);
    expect(pathOf(page)).toBe(`/p/${post.id}`);
    await scrollHeadingTo(page, 200);
    expect(pathOf(page)).toBe(`/p/${post.id}`);
    await scrollHeadingTo(page, 0);
    await expect.poll(() => pathOf(page)).toBe('/best');
    await scrollHeadingTo(page, -300);
    expect(pathOf(page)).toBe('/best');
    await scrollHeadingTo(page, 150);
    await expect.poll(() => pathOf(page)).toBe(`/p/${post.id}`);
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await heading(page).waitFor();
  });

  it('leads to /best once its list is read to the end, with the history replaced [2.post-redirect]', async () => {
    const post = await publishLong();
    const page = await openPage();
    await page.goto('/new');
    await readOnTo(page, card(page, post.id));
    await card(page, post.id).getByRole('link', { name: 'In full' }).click();
    await page.getByRole('heading', { level: 1, name: 'In full' }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect
      .poll(
        async () => {
          await scrollToEnd(page);
          return page.title();
        },
        // The list holds what all other journeys have posted.
        { timeout: 120_000 },
      )
      .toBe('Top Posts – Likewell');
    expect(pathOf(page)).toBe('/best');
    await page.goBack();
    await expect.poll(() => page.title()).toBe('New Posts – Likewell');
    expect(pathOf(page)).toBe('/new');
  }, 180_000);

  it.each(['999999999', 'abc', '0', '1e3'])(
    "says 'Post not found' for /p/%s [2.post-not-found] [8.post-not-found]",
    async (id) => {
      const page = await openPage({ expected: [/404/, /Post not found/] });
      await page.goto(`/p/${id}`);
      await page.getByText('Post not found').waitFor();
    },
  );
});
