import type { CDPSession, Page } from '@playwright/test';
import { publishQuickly, type SignedUp, signUp } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { cardIds } from './support/steps.ts';

/** Number of posts; `make soak-feed` scrolls through 10,000. */
const POSTS = Number(process.env.FEED_POSTS ?? 400);
const WITHIN_MS = 60_000 + POSTS * 150;
/** A few pages of twenty, however many were read. */
const MOST_CARDS = 200;

let mary: SignedUp;
let ids: number[];

test.beforeAll(async () => {
  test.setTimeout(WITHIN_MS);
  mary = await signUp('mary');
  ids = (await publishQuickly(mary, POSTS)).sort((a, b) => b - a);
});

const feedOf = (member: SignedUp) => `/u/${member.user.username}`;

/**
 * Scrolls on, about a screen at a time, until `count` posts were seen; returns their ids
 * in the order of the page.
 */
async function readOn(page: Page, seen: Set<number>, count: number): Promise<void> {
  while (seen.size < count) {
    const before = seen.size;
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect
      .poll(
        async () => {
          for (const id of await cardIds(page)) seen.add(id);
          return seen.size;
        },
        { intervals: [15] },
      )
      .toBeGreaterThan(before);
  }
}

interface Weight {
  posts: number;
  nodes: number;
  heapMb: number;
  scrollMs: number;
}

/**
 * Returns the page's memory after a garbage collection, and the main-thread time of a screen of scrolling.
 */
async function weigh(page: Page, cdp: CDPSession, posts: number): Promise<Weight> {
  await cdp.send('HeapProfiler.collectGarbage');
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await read();
  const screens = 10;
  for (let screen = 0; screen < screens; screen += 1) {
    await page.evaluate(
      (way) =>
        new Promise((done) => {
          window.scrollBy(0, way);
          requestAnimationFrame(() => requestAnimationFrame(done));
        }),
      screen % 2 === 0 ? -700 : 700,
    );
  }
  const spent = ((await read()).TaskDuration ?? 0) - (before.TaskDuration ?? 0);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  return {
    posts,
    nodes,
    heapMb: Math.round((before.JSHeapUsedSize ?? 0) / 1e5) / 10,
    scrollMs: Math.round((spent * 1e4) / screens) / 10,
  };
}

test.describe(`a feed of ${POSTS} posts, scrolled to its end,`, () => {
  test('shows each post once and in order, and weighs hardly more than at its beginning', async ({
    page,
  }) => {
    test.setTimeout(WITHIN_MS);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    await page.goto(feedOf(mary));
    const seen = new Set<number>();
    const weights: Weight[] = [];
    for (const part of [0.2, 0.5, 1]) {
      await readOn(page, seen, POSTS * part);
      weights.push(await weigh(page, cdp, seen.size));
    }
    console.table(weights);
    expect([...seen]).toEqual(ids);
    const [first, , last] = weights;
    expect(await page.locator('[data-post-id]').count()).toBeLessThan(MOST_CARDS);
    expect(last?.nodes).toBeLessThan((first?.nodes ?? 0) * 2);
    // The texts themselves are kept: two kilobytes per post are plenty; a card of elements takes far more.
    expect(last?.heapMb).toBeLessThan((first?.heapMb ?? 0) + POSTS / 500 + 2);

    // After scrolling up again nothing is missing either, and a post that was opened leads back to the feed.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.poll(async () => (await cardIds(page)).slice(0, 20)).toEqual(ids.slice(0, 20));
    await page.locator(`[data-post-id="${ids[3]}"] h2 a`).click();
    await expect(page.getByRole('heading', { name: 'Best Posts' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(feedOf(mary));
    await expect.poll(async () => (await cardIds(page)).slice(0, 20)).toEqual(ids.slice(0, 20));
  });

  test('keeps its height when what is far away is put away and comes back', async ({ page }) => {
    await page.goto(feedOf(mary));
    await readOn(page, new Set(), 200);
    const placeOf = (id: number | undefined) =>
      page.locator(`[data-post-id="${id}"]`).evaluate((card) => card.getBoundingClientRect().top + scrollY);
    const marked = (await cardIds(page)).at(-1);
    const place = await placeOf(marked);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(page.locator(`[data-post-id="${ids[0]}"]`)).toBeVisible();
    await expect(page.locator(`[data-post-id="${marked}"]`)).toHaveCount(0);
    await page.evaluate((top) => window.scrollTo(0, top), place);
    await expect(page.locator(`[data-post-id="${marked}"]`)).toBeVisible();
    expect(Math.abs((await placeOf(marked)) - place)).toBeLessThan(2);
  });
});
