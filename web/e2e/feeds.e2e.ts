import { describe, expect, it } from 'vitest';
import { publish, publishMany, signUp } from './support/api.ts';
import { hold } from './support/hold.ts';
import { prose } from './support/prose.ts';
import { PHONE, useJourneys } from './support/journeys.ts';
import { card, cardIds, readOnTo, scrollToEnd, writePost } from './support/steps.ts';

const openPage = useJourneys();

describe('feeds', () => {
  it('load page after page while they are scrolled, without a gap or a repetition, and then stop [2.user] [4.feed-end]', async () => {
    const mary = await signUp('mary');
    const posts = await publishMany(mary, 45);
    const page = await openPage();
    const cursors: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith(`/${mary.user.username}/posts`))
        cursors.push(url.searchParams.get('cursor') ?? 'none');
    });
    await page.goto(`/u/${mary.user.username}`);
    await expect.poll(async () => (await cardIds(page)).length).toBe(20);
    await expect
      .poll(async () => {
        await scrollToEnd(page);
        return (await cardIds(page)).length;
      })
      .toBe(45);
    expect(await cardIds(page)).toEqual(posts.map(({ id }) => id).reverse());
    await scrollToEnd(page);
    expect(await page.getByTestId('post-skeleton').count()).toBe(0);
    expect(cursors).toHaveLength(3);
    expect(cursors[0]).toBe('');
  });

  it('show one skeleton and a spinner while the first page is loading [4.feed-loading] [9.skeleton-cards]', async () => {
    const page = await openPage();
    const release = await hold(page, '**/api/posts/new**');
    await page.goto('/new');
    await page.getByTestId('post-skeleton').waitFor();
    expect(await page.getByTestId('post-skeleton').count()).toBe(1);
    await page.getByText('Loading posts').waitFor({ state: 'attached' });
    release();
    await page.getByTestId('post-skeleton').waitFor({ state: 'detached' });
  });

  it('cut a body longer than 300 characters, with a toggle [2.card-truncated] [9.preview-length]', async () => {
    const mary = await signUp('mary');
    const body = prose(120);
    const post = await publish(mary, 'A long story', body);
    const page = await openPage();
    await page.goto(`/u/${mary.user.username}`);
    const text = card(page, post.id).getByTestId('post-body');
    expect(await text.innerText()).toBe(`${body.slice(0, 300)}…`);
    await page.getByRole('button', { name: 'Show more' }).click();
    expect(await text.innerText()).toBe(body);
    await page.getByRole('button', { name: 'Show less' }).click();
    expect(await text.innerText()).toBe(`${body.slice(0, 300)}…`);
  });

  it('show a new post as pending to its author, and as approved by itself', async () => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    await page.goto('/create');
    await writePost(page, 'Fresh', 'Just written.');
    await page.waitForURL(`**/u/${mary.user.username}`);
    await page.getByRole('heading', { level: 1, name: 'My posts' }).waitFor();
    await page.getByRole('link', { name: 'Fresh' }).waitFor();
    await page.getByText('Pending: Please wait').waitFor({ state: 'detached' });
    const visitor = await openPage();
    await visitor.goto('/new');
    await readOnTo(visitor, visitor.locator(`article a[href="/u/${mary.user.username}"]`));
  });

  it('hold the promo card after the second post on a phone, and beside them on a desktop [2.promo-card] [2.promo-phone]', async () => {
    const mary = await signUp('mary');
    await publishMany(mary, 3);
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/u/${mary.user.username}`);
    await phone.getByText('Get 100 LIKE tokens when you sign up!').waitFor();
    const order = await phone
      .locator('main [data-post-id], main section[aria-label="About Likewell"]')
      .evaluateAll((items) => items.map((item) => (item.matches('section') ? 'promo' : 'post')));
    expect(order).toEqual(['post', 'post', 'promo', 'post']);
    const desktop = await openPage({ as: mary });
    await desktop.goto(`/u/${mary.user.username}`);
    await desktop.locator('aside').getByText('Write Posts and Earn Tokens!').waitFor();
    expect(await desktop.locator('main').getByText('Crypto Social Network').count()).toBe(0);
  });

  it('show dates short under 480 px and long elsewhere [2.card-date-short] [2.card-date-long] [9.narrow-screen]', async () => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Dated');
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/u/${mary.user.username}`);
    expect(await card(phone, post.id).locator('time').innerText()).toMatch(/^\d+[sm] ago$/);
    const desktop = await openPage();
    await desktop.goto(`/u/${mary.user.username}`);
    expect(await card(desktop, post.id).locator('time').innerText()).toMatch(
      /^(less than a|\d+) minutes? ago$/,
    );
  });

  it('tell a member without posts so [2.user-heading] [2.user-empty]', async () => {
    const mary = await signUp('mary');
    const page = await openPage();
    await page.goto(`/u/${mary.user.username}`);
    await page.getByText('No posts yet').waitFor();
    await page.getByText('Share your first post to get started').waitFor();
    await page.getByRole('heading', { level: 1, name: `${mary.user.username}'s Posts` }).waitFor();
  });
});
