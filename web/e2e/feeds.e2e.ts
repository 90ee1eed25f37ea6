import { awaitInNew, publish, publishMany, signUp } from './support/api.ts';
import { hold } from './support/hold.ts';
import { prose } from './support/prose.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import { card, cardIds, ownPosts, readOnTo, scrollToEnd, writePost } from './support/steps.ts';

test.describe('feeds', () => {
  test('load page after page while they are scrolled, without a gap or a repetition, and then stop [2.user] [4.feed-end]', async ({
    page,
  }) => {
    const mary = await signUp('mary');
    const posts = await publishMany(mary, 45);
    const cursors: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith(`/${mary.user.username}/posts`))
        cursors.push(url.searchParams.get('cursor') ?? 'none');
    });
    await page.goto(`/u/${mary.user.username}`);
    await expect(page.locator('[data-post-id]')).toHaveCount(20);
    await expect
      .poll(async () => {
        await scrollToEnd(page);
        return (await cardIds(page)).length;
      })
      .toBe(45);
    expect(await cardIds(page)).toEqual(posts.map(({ id }) => id).reverse());
    await scrollToEnd(page);
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
    expect(cursors).toHaveLength(3);
    expect(cursors[0]).toBe('');
  });

  test('show one skeleton and a spinner while the first page is loading [4.feed-loading] [9.skeleton-cards]', async ({
    page,
  }) => {
    const release = await hold(page, '**/api/posts/new**');
    await page.goto('/new');
    await expect(page.getByTestId('post-skeleton')).toBeVisible();
    await expect(page.getByTestId('post-skeleton')).toHaveCount(1);
    await expect(page.getByText('Loading posts')).toBeAttached();
    release();
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
  });

  test('begin anew when their own link is followed', async ({ page }) => {
    const mary = await signUp('mary');
    const before = await publish(mary, 'Written before');
    await awaitInNew(before.id);
    await page.goto('/new');
    await expect(card(page, before.id)).toBeVisible();
    const post = await publish(mary, 'Written meanwhile');
    await awaitInNew(post.id);
    await expect(card(page, post.id)).toHaveCount(0);
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await expect(card(page, post.id)).toBeVisible();
  });

  test('cut a body longer than 300 characters, with a toggle [2.card-truncated] [9.preview-length]', async ({
    page,
  }) => {
    const mary = await signUp('mary');
    const body = prose(120);
    const post = await publish(mary, 'A long story', body);
    await page.goto(`/u/${mary.user.username}`);
    const text = card(page, post.id).getByTestId('post-body');
    await expect(text).toHaveText(`${body.slice(0, 300).trimEnd()}…`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(text).toHaveText(body);
    await page.getByRole('button', { name: 'Show less' }).click();
    await expect(text).toHaveText(`${body.slice(0, 300).trimEnd()}…`);
  });

  test('show a new post as pending to its author, and as approved by itself', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    await page.goto('/create');
    await writePost(page, 'Fresh', 'Just written.');
    await page.waitForURL(`**/u/${mary.user.username}`);
    await expect(page.getByRole('heading', { level: 1, name: 'My posts' })).toBeVisible();
    await expect(ownPosts(page, 'Fresh')).toBeVisible();
    await expect(page.getByText('Pending: Please wait')).toHaveCount(0);
    const [id = 0] = await cardIds(page);
    await awaitInNew(id);
    const visitor = await openPage();
    await visitor.goto('/new');
    await readOnTo(visitor, visitor.locator(`article a[href="/u/${mary.user.username}"]`));
  });

  test('hold the promo card after the second post on a phone, and beside them on a desktop [2.promo-card] [2.promo-phone]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    await publishMany(mary, 3);
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/u/${mary.user.username}`);
    await expect(phone.getByText('Get 100 LIKE tokens when you sign up!')).toBeVisible();
    const order = await phone
      .locator('main [data-post-id], main section[aria-label="About Likewell"]')
      .evaluateAll((items) => items.map((item) => (item.matches('section') ? 'promo' : 'post')));
    expect(order).toEqual(['post', 'post', 'promo', 'post']);
    const desktop = await openPage({ as: mary });
    await desktop.goto(`/u/${mary.user.username}`);
    await expect(desktop.locator('aside').getByText('Write Posts and Earn Tokens!')).toBeVisible();
    await expect(desktop.locator('main').getByText('Crypto Social Network')).toHaveCount(0);
  });

  test('show dates short under 480 px and long elsewhere [2.card-date-short] [2.card-date-long] [9.narrow-screen]', async ({
    page,
  }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Dated');
    await page.setViewportSize({ width: 479, height: 844 });
    await page.goto(`/u/${mary.user.username}`);
    const date = card(page, post.id).locator('time');
    await expect(date).toHaveText(/^\d+[sm] ago$/);
    await page.setViewportSize({ width: 480, height: 844 });
    await expect(date).toHaveText(/^(less than a|\d+) minutes? ago$/);
  });

  test('tell a member without posts so [2.user-heading] [2.user-empty]', async ({ page }) => {
    const mary = await signUp('mary');
    await page.goto(`/u/${mary.user.username}`);
    await expect(page.getByText('No posts yet')).toBeVisible();
    await expect(page.getByText('Share your first post to get started')).toBeVisible();
    await expect(
      page.getByRole('heading', { level: 1, name: `${mary.user.username}'s Posts` }),
    ).toBeVisible();
  });
});
