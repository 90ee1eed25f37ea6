import type { Page } from '@playwright/test';
import {
  api,
  awaitInNew,
  follow,
  isFollowing,
  newName,
  publish,
  publishMany,
  signUp,
} from './support/api.ts';
import { hold } from './support/hold.ts';
import { expect, PHONE, test } from './support/fixtures.ts';
import {
  alert,
  card,
  cardIds,
  dialog,
  focused,
  menuOf,
  pathOf,
  readOnTo,
  scrollToEnd,
  submit,
} from './support/steps.ts';

const item = (page: Page, name: string) => page.getByRole('menuitem', { name });
const profileButton = (page: Page, name: 'Follow' | 'Unfollow') =>
  page.locator('main').getByRole('button', { name, exact: true });

/** Logs in within the open dialog. */
async function logInHere(page: Page, { user, password }: { user: { username: string }; password: string }) {
  await dialog(page).getByLabel('Username or e-mail').fill(user.username);
  await dialog(page).getByLabel('Password').fill(password);
  await submit(page, 'Login');
  await expect(dialog(page)).toHaveCount(0);
}

test.describe('/following', () => {
  test('of who follows nobody says so and how to begin [2.following-empty]', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom') });
    await page.goto('/following');
    await expect(page.getByRole('heading', { name: 'Not following anyone' })).toBeVisible();
    await expect(page.getByText('Follow authors to see their posts here')).toBeVisible();
    await expect(page).toHaveTitle('Following – Likewell');
    await page.getByRole('link', { name: 'Find authors' }).click();
    await expect(page).toHaveURL('/new');
  });

  test('gives a visitor the login modal, and goes on with their feed after it [2.following-visitor]', async ({
    page,
  }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const post = await publish(mary, 'For followers');
    await follow(tom, mary);
    await page.goto('/best');
    await page.locator('header').getByRole('link', { name: 'Following' }).click();
    await expect(dialog(page).getByRole('tab', { name: 'Login' })).toBeVisible();
    expect(await cardIds(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText('This page is for members.')).toBeVisible();
    await page.locator('main').getByRole('button', { name: 'Login', exact: true }).click();
    await logInHere(page, tom);
    await expect(card(page, post.id)).toBeVisible();
    expect(pathOf(page)).toBe('/following');
  });

  test('shows the followed authors’ posts, newest first, page by page, and nobody else’s [2.following]', async ({
    openPage,
  }) => {
    const [mary, ann, eve, tom] = [
      await signUp('mary'),
      await signUp('ann'),
      await signUp('eve'),
      await signUp('tom'),
    ];
    const posts = [...(await publishMany(mary, 15)), ...(await publishMany(ann, 15))];
    await publish(eve, 'Not followed');
    await publish(tom, 'An own one');
    await follow(tom, mary, ann);
    const page = await openPage({ as: tom });
    await page.goto('/following');
    await expect(page.locator('[data-post-id]')).toHaveCount(20);
    await expect
      .poll(async () => {
        await scrollToEnd(page);
        return cardIds(page);
      })
      .toEqual(posts.map(({ id }) => id).reverse());
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
  });

  test('filters out an id that two pages hold [4.following-duplicates]', async ({ openPage }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const posts = await publishMany(mary, 22);
    await follow(tom, mary);
    const page = await openPage({ as: tom });
    const [repeated] = posts.slice(-1);
    await page.route('**/api/posts/following/posts?cursor=?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { items: object[] };
      const again = await api<object>('GET', `/api/posts/${repeated?.id}`);
      await route.fulfill({ response, json: { ...body, items: [again, ...body.items] } });
    });
    await page.goto('/following');
    await expect
      .poll(async () => {
        await scrollToEnd(page);
        return cardIds(page);
      })
      .toEqual(posts.map(({ id }) => id).reverse());
  });

  test('loses an author’s posts once unfollowing from a post’s menu succeeded, and the focus goes on [4.unfollowed]', async ({
    openPage,
  }) => {
    const [mary, ann, tom] = [await signUp('mary'), await signUp('ann'), await signUp('tom')];
    await publishMany(mary, 2);
    const anns = await publish(ann, 'The one between');
    const newest = await publish(mary, 'The newest');
    await follow(tom, mary, ann);
    const page = await openPage({ as: tom });
    const release = await hold(page, '**/unsubscribe');
    await page.goto('/following');
    await menuOf(page, newest.id).click();
    await item(page, 'Unfollow author').click();
    await expect(item(page, 'Unfollow author')).toBeDisabled();
    expect(await cardIds(page)).toHaveLength(4);
    release();
    await expect.poll(() => cardIds(page)).toEqual([anns.id]);
    await expect(focused(page)).toHaveText('The one between');
    await expect(page.getByRole('menu')).toHaveCount(0);
    expect(await isFollowing(tom, mary)).toBe(false);
    await page.locator('header').getByRole('link', { name: 'New' }).click();
    // Until then the list that was left is in view, which looks like the one to come.
    await readOnTo(page, card(page, newest.id));
    await page.locator('header').getByRole('link', { name: 'Following' }).click();
    // The feed of new posts, which shows these as well, stays until the other one is there.
    await expect.poll(() => cardIds(page)).toEqual([anns.id]);
    await page.waitForLoadState('networkidle');
    expect(await cardIds(page)).toEqual([anns.id]);
  });

  test('is empty once the last author is unfollowed, also when their posts filled pages', async ({
    openPage,
  }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    await publishMany(mary, 21);
    await follow(tom, mary);
    const page = await openPage({ as: tom });
    await page.goto('/following');
    await expect(page.locator('[data-post-id]').first()).toBeVisible();
    const [first = 0] = await cardIds(page);
    await menuOf(page, first).click();
    await item(page, 'Unfollow author').click();
    await expect(page.getByText('Not following anyone')).toBeVisible();
    expect(await cardIds(page)).toEqual([]);
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
  });

  test('keeps the posts when the unfollowing fails, and says nothing', async ({ openPage }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const post = await publish(mary, 'Stays');
    await follow(tom, mary);
    const page = await openPage({ as: tom, expected: [/503/, /Could not change/] });
    await page.route('**/unsubscribe', (route) =>
      route.fulfill({ status: 503, json: { error: 'Not now.', code: 'UNAVAILABLE', requestId: 'x' } }),
    );
    await page.goto('/following');
    await menuOf(page, post.id).click();
    const answered = page.waitForResponse('**/unsubscribe');
    await item(page, 'Unfollow author').click();
    await answered;
    await expect(item(page, 'Unfollow author')).toBeEnabled();
    await expect(card(page, post.id)).toBeVisible();
    await expect(alert(page)).toHaveCount(0);
    await expect(page.getByText('Not now.')).toHaveCount(0);
  });

  test('that cannot be read stays silent', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom'), expected: [/500/, /Could not load/] });
    await page.route('**/api/posts/following/**', (route) => route.fulfill({ status: 500, body: '<html>' }));
    const release = await hold(page, '**/api/posts/following/**');
    await page.goto('/following');
    await expect(page.getByTestId('post-skeleton')).toBeVisible();
    release();
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
    await expect(alert(page)).toHaveCount(0);
    await expect(page.getByText('Not following anyone')).toHaveCount(0);
  });
});

test.describe("a post's menu", () => {
  test('follows and unfollows its author, stays to show each once it succeeded, and asks about an author once [2.card-menu-follow] [4.follow-toggles]', async ({
    openPage,
  }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const [older, newer] = await publishMany(mary, 2);
    const page = await openPage({ as: tom });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/subscribed')) asked.push(request.url());
    });
    await awaitInNew(newer?.id ?? 0);
    await page.goto('/new');
    await readOnTo(page, card(page, older?.id ?? 0));
    const releaseFollow = await hold(page, '**/subscribe');
    await menuOf(page, newer?.id ?? 0).click();
    await item(page, 'Follow author').click();
    await expect(item(page, 'Follow author')).toBeDisabled();
    releaseFollow();
    await expect(item(page, 'Unfollow author')).toBeEnabled();
    expect(await isFollowing(tom, mary)).toBe(true);
    await page.keyboard.press('Escape');
    const releaseUnfollow = await hold(page, '**/unsubscribe');
    await menuOf(page, older?.id ?? 0).click();
    await item(page, 'Unfollow author').click();
    await expect(item(page, 'Unfollow author')).toBeDisabled();
    releaseUnfollow();
    await expect(item(page, 'Follow author')).toBeEnabled();
    expect(await isFollowing(tom, mary)).toBe(false);
    expect(asked).toHaveLength(1);
  });

  test('knows on opening that the author is followed', async ({ openPage }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const post = await publish(mary, 'Known');
    await follow(tom, mary);
    const page = await openPage({ as: tom });
    await page.goto(`/p/${post.id}`);
    await menuOf(page, post.id).click();
    await expect(item(page, 'Unfollow author')).toBeVisible();
    await expect(page.getByRole('menuitem')).toHaveText(['Unfollow author', 'Report']);
  });

  test('works by keyboard alone', async ({ openPage }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const post = await publish(mary, 'Typed');
    const page = await openPage({ as: tom });
    await page.goto(`/p/${post.id}`);
    await menuOf(page, post.id).focus();
    await page.keyboard.press('Enter');
    await expect(item(page, 'Follow author')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(focused(page)).toHaveText(/Follow author|Report/);
    await page.keyboard.press('Home');
    await expect(focused(page)).toHaveText('Follow author');
    await page.keyboard.press('Enter');
    await expect(item(page, 'Unfollow author')).toBeVisible();
    await expect.poll(() => isFollowing(tom, mary)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(menuOf(page, post.id)).toBeFocused();
  });

  test('shows nothing of a rejected follow', async ({ openPage }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const post = await publish(mary, 'Rejected');
    const page = await openPage({ as: tom, expected: [/409/, /Could not change/] });
    await page.route('**/subscribe', (route) =>
      route.fulfill({
        status: 409,
        json: { error: 'You follow 5,000 authors already.', code: 'TOO_MANY_FOLLOWS', requestId: 'x' },
      }),
    );
    await page.goto(`/p/${post.id}`);
    await menuOf(page, post.id).click();
    const answered = page.waitForResponse('**/subscribe');
    await item(page, 'Follow author').click();
    await answered;
    await expect(item(page, 'Follow author')).toBeEnabled();
    await expect(alert(page)).toHaveCount(0);
    await expect(page.getByText('5,000')).toHaveCount(0);
  });

  test('gives a visitor the login modal and follows after the login', async ({ page }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const post = await publish(mary, 'Seen by a visitor');
    await page.goto(`/p/${post.id}`);
    await menuOf(page, post.id).click();
    await item(page, 'Follow author').click();
    await expect(dialog(page).getByLabel('Password')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(menuOf(page, post.id)).toBeFocused();
    await menuOf(page, post.id).click();
    await item(page, 'Follow author').click();
    await logInHere(page, tom);
    await expect.poll(() => isFollowing(tom, mary)).toBe(true);
    await menuOf(page, post.id).click();
    await expect(item(page, 'Unfollow author')).toBeVisible();
  });

  test('follows nobody when the visitor turns out to be the author', async ({ page }) => {
    const mary = await signUp('mary');
    const post = await publish(mary, 'Her own');
    await page.goto(`/p/${post.id}`);
    await menuOf(page, post.id).click();
    await item(page, 'Follow author').click();
    await logInHere(page, mary);
    await menuOf(page, post.id).click();
    await expect(item(page, 'Edit')).toBeVisible();
    await expect(item(page, 'Follow author')).toHaveCount(0);
  });
});

test.describe('a profile', () => {
  test('of somebody else is followed and unfollowed by its button, on a phone too [2.user-follow]', async ({
    openPage,
  }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const post = await publish(mary, 'On a profile');
    const page = await openPage({ as: tom, viewport: PHONE });
    await page.goto(`/u/${mary.user.username}`);
    const release = await hold(page, '**/subscribe');
    const followers = page.getByRole('region', { name: 'Profile' }).locator('dl > div').nth(1);
    const width = (await profileButton(page, 'Follow').boundingBox())?.width;
    await profileButton(page, 'Follow').click();
    await expect(profileButton(page, 'Follow')).toBeDisabled();
    expect((await profileButton(page, 'Follow').boundingBox())?.width).toBe(width);
    await expect(followers).toContainText('0');
    release();
    await expect(profileButton(page, 'Unfollow')).toBeEnabled();
    await expect(followers).toContainText('1');
    expect((await profileButton(page, 'Unfollow').boundingBox())?.width).toBe(width);
    expect(await isFollowing(tom, mary)).toBe(true);
    await page.goto('/following');
    await expect(card(page, post.id)).toBeVisible();
    await page.goBack();
    await profileButton(page, 'Unfollow').click();
    await expect(profileButton(page, 'Follow')).toBeVisible();
    await expect.poll(() => isFollowing(tom, mary)).toBe(false);
  });

  test('is followed by keyboard, and the button keeps the focus', async ({ openPage }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const page = await openPage({ as: tom });
    await page.goto(`/u/${mary.user.username}`);
    await profileButton(page, 'Follow').focus();
    await page.keyboard.press('Enter');
    await expect(profileButton(page, 'Unfollow')).toBeVisible();
    await expect(profileButton(page, 'Unfollow')).toBeFocused();
    await expect.poll(() => isFollowing(tom, mary)).toBe(true);
  });

  test('followed just now fills a Following feed that was empty a moment ago', async ({ openPage }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const post = await publish(mary, 'Wanted');
    const page = await openPage({ as: tom });
    await page.goto('/following');
    await expect(page.getByText('Not following anyone')).toBeVisible();
    await awaitInNew(post.id);
    await page.locator('header').getByRole('link', { name: 'New' }).click();
    await readOnTo(page, card(page, post.id));
    await card(page, post.id).getByRole('link', { name: mary.user.username }).click();
    const answered = page.waitForResponse('**/subscribe');
    await profileButton(page, 'Follow').click();
    await answered;
    await page.locator('header').getByRole('link', { name: 'Following' }).click();
    await expect(card(page, post.id)).toBeVisible();
  });

  test('of one’s own has no such button, however its name is written [2.user-follow]', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary });
    for (const name of [mary.user.username, mary.user.username.toUpperCase()]) {
      await page.goto(`/u/${name}`);
      await expect(page.getByRole('heading', { name: 'My posts' })).toBeVisible();
      await expect(page.getByText('No posts yet')).toBeVisible();
      await expect(page.locator('main').getByRole('button', { name: /follow/i })).toHaveCount(0);
    }
  });

  test('that nobody has cannot be followed', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom'), expected: [/404/, /Could not load/] });
    const answered = page.waitForResponse('**/api/users/**');
    await page.goto(`/u/${newName('nobody')}`);
    await answered;
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
    await expect(page.locator('main').getByRole('button', { name: /follow/i })).toHaveCount(0);
  });

  test('gives a visitor the login modal, and is followed after the login', async ({ openPage }) => {
    const [mary, tom] = [await signUp('mary'), await signUp('tom')];
    const page = await openPage({ viewport: PHONE });
    await page.goto(`/u/${mary.user.username}`);
    await profileButton(page, 'Follow').click();
    await logInHere(page, tom);
    await expect(profileButton(page, 'Unfollow')).toBeVisible();
    await expect.poll(() => isFollowing(tom, mary)).toBe(true);
    expect(pathOf(page)).toBe(`/u/${mary.user.username}`);
  });
});
