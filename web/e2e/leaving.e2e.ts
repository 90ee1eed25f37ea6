import type { ViewportSize } from '@playwright/test';
import { INTERVALS, publish, request, signUp, type SignedUp } from './support/api.ts';
import { expect, type OpenPage, PHONE, test } from './support/fixtures.ts';
import { operate } from './support/operators.ts';
import { dialogGone, logIn } from './support/steps.ts';

/** Returns true where no other element lies over this one's corner. */
const isOnTop = (element: Element) => {
  const { left, top } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 1, top + 1));
};

const me = (token: string) => request('GET', '/api/auth/me', undefined, token);

/** Opens the Security tab for a member who has just signed in, so that no confirmation is needed. */
async function openLeaving(openPage: OpenPage, as: SignedUp, viewport?: ViewportSize) {
  const page = await openPage({ as, viewport, expected: [/Failed to load resource.*4\d\d/] });
  await page.goto('/settings#security');
  await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeVisible();
  return page;
}

test.describe('a member who leaves', () => {
  test('is told twice what becomes of the balance, is logged out everywhere, and may return', async ({
    openPage,
  }) => {
    const member = await signUp('lea');
    const page = await openLeaving(openPage, member);
    const section = page.getByRole('region', { name: 'Delete your account' });
    await expect(section).toContainText('You hold 100 LIKE');
    await section.getByRole('button', { name: 'Delete my account…' }).click();
    await expect(section).toContainText('will go to the treasury, and nobody can give it back');
    await expect(section.getByRole('link', { name: 'Tip it to somebody first' })).toHaveAttribute(
      'href',
      '/best',
    );
    await section.getByRole('button', { name: 'Delete my account', exact: true }).click();
    await expect(section.getByRole('radio').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    // A ring on the edge of a chosen circle would not be seen.
    await expect(section.getByRole('radio').nth(1)).toHaveCSS('outline-offset', '2px');
    await section.getByLabel('Keep my posts, without my name').check();
    await section.getByRole('button', { name: 'Delete my account', exact: true }).click();
    await expect(page.getByText('Your account will be deleted in 14 days')).toBeVisible();
    await expect.poll(async () => (await me(member.token)).status).toBe(401);

    await page.goto('/best');
    await logIn(page, member.user.username, member.password);
    await dialogGone(page);
    const notice = page.getByRole('complementary', { name: 'Your account' });
    await expect(notice).toContainText('Your account will be deleted on');
    // It stands between the header and the screen, on a narrow phone too, and lies over neither.
    const gapBelow = () =>
      notice.evaluate(
        (element) =>
          (document.querySelector('main')?.getBoundingClientRect().top ?? 0) -
          element.getBoundingClientRect().bottom,
      );
    await expect.poll(gapBelow).toBeGreaterThanOrEqual(0);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect.poll(gapBelow).toBeGreaterThanOrEqual(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    if (size) await page.setViewportSize(size);
    await expect.poll(() => notice.getByText('Your account will be deleted on').evaluate(isOnTop)).toBe(true);
    await expect.poll(() => notice.evaluate(isOnTop)).toBe(false);
    await notice.getByRole('button', { name: 'Keep my account' }).click();
    await expect(notice).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await page.goto('/settings#security');
    await expect(page.getByRole('heading', { name: 'Delete your account' })).toBeVisible();
  });

  test('reads on a phone that the account will be deleted, above the login and under nothing', async ({
    openPage,
  }) => {
    const page = await openLeaving(openPage, await signUp('pia'), PHONE);
    const section = page.getByRole('region', { name: 'Delete your account' });
    await section.getByRole('button', { name: 'Delete my account…' }).click();
    await section.getByLabel('Remove my posts').check();
    await section.getByRole('button', { name: 'Delete my account', exact: true }).click();
    const sentence = page.getByText('Your account will be deleted in 14 days');
    await expect(sentence).toHaveCount(1);
    await expect.poll(() => sentence.evaluate(isOnTop)).toBe(true);
    await expect(page.getByRole('dialog', { name: 'Welcome to Likewell' })).toHaveAccessibleDescription(
      /^Your account will be deleted in 14 days/,
    );
    await page.keyboard.press('Escape');
    await dialogGone(page);
    await expect(page.getByText('This page is for members.')).toBeVisible();
  });

  test('for good is nobody, and their post stays without their name and takes no tip', async ({
    openPage,
  }) => {
    test.setTimeout(180_000);
    const [leaver, other] = [await signUp('noa'), await signUp('ola')];
    const post = await publish(leaver, 'What stays when somebody leaves');
    const words = ['posts=keep', 'days=0', 'by=anna', 'why=asked by letter'];
    await operate('deleteMember', `user=${leaver.user.username}`, ...words);
    await expect.poll(async () => (await me(leaver.token)).status, { intervals: INTERVALS }).toBe(401);
    const profile = async () => (await request('GET', `/api/users/${leaver.user.username}`)).status;
    await expect.poll(profile, { timeout: 120_000 }).toBe(404);
    const tip = async () =>
      (await request('POST', `/api/posts/${post.id}/like`, { amount: 1 }, other.token)).status;
    await expect.poll(tip, { timeout: 30_000 }).toBe(404);
    const page = await openPage({ as: other });
    await page.goto(`/p/${post.id}`);
    await expect(page.getByText('What stays when somebody leaves').first()).toBeVisible();
    // The post may be one of the best as well, and stand in the list below.
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) });
    await expect(card.getByRole('link', { name: 'deleted member' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Share' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Tip' })).toHaveCount(0);
    await expect(page.getByText(leaver.user.username)).toHaveCount(0);
  });
});
