import { api, follow, publish, publishMany, signUp } from './support/api.ts';
import { expect, PHONE, test } from './support/fixtures.ts';

test.describe('a profile', () => {
  test('shows a face of 96 px, since when they are here, and what they do', async ({ openPage }) => {
    const [mary, tom, ann] = await Promise.all([signUp('mary'), signUp('tom'), signUp('ann')]);
    const post = await publish(mary, 'Worth a tip');
    await publishMany(mary, 2);
    await follow(tom, mary);
    await api('POST', `/api/posts/${post.id}/like`, { amount: 12.5 }, tom.token);
    const { username } = mary.user;
    const facts = () => api<Record<string, unknown>>('GET', `/api/users/${username}`);
    // The posts service gets a tip a moment later.
    await expect.poll(facts).toMatchObject({ like_received: 12.5, followers: 1, posts: 3 });

    const page = await openPage({ as: ann });
    await page.goto(`/u/${username}`);
    const profile = page.getByRole('region', { name: 'Profile' });
    await expect(profile.getByRole('heading', { level: 1, name: `${username}'s Posts` })).toBeVisible();
    await expect(profile.getByText(/^Member since \w+ \d{4}$/)).toBeVisible();
    const face = await profile.locator('img').boundingBox();
    expect([face?.width, face?.height]).toEqual([96, 96]);
    await expect(profile.locator('dl > div')).toHaveText([
      /12\.50.*LIKE received|LIKE received.*12\.50/s,
      /1/,
      /3/,
    ]);
    const tops = await profile
      .locator('dd')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size, 'lines that the numbers stand on').toBe(1);
    await profile.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(profile.getByText('Followers')).toBeVisible();
    await expect(profile.locator('dl > div').nth(1)).toContainText('2');
    await profile.getByRole('button', { name: 'Unfollow' }).click();
    await expect(profile.locator('dl > div').nth(1)).toContainText('1');
  });

  test('moves nothing when it arrives, and its failure is silent', async ({ openPage }) => {
    const mary = await signUp('mary');
    await publish(mary, 'Still');
    const page = await openPage({ viewport: PHONE, expected: [/Failed to load resource|500/] });
    await page.route(`**/api/users/${mary.user.username}`, (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await page.goto(`/u/${mary.user.username}`);
    const card = page.locator('article').first();
    await expect(card).toBeVisible();
    const without = await card.boundingBox();
    await page.unroute(`**/api/users/${mary.user.username}`);
    await page.reload();
    await expect(page.getByText(/^Member since/)).toBeVisible();
    expect((await card.boundingBox())?.y).toBe(without?.y);
  });
});
