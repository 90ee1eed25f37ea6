import type { Page } from '@playwright/test';
import { publishMany, signUp } from './support/api.ts';
import { cut, mend, NETWORK_ERRORS } from './support/bad-network.ts';
import { expect, test } from './support/fixtures.ts';
import { alert, scrollToEnd } from './support/steps.ts';

/** Returns a function that waits until the page's own attempts to read a feed have ended. */
function watchAttempts(page: Page): () => Promise<void> {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  return () => expect.poll(() => logged.some((text) => text.startsWith('Could not load feed'))).toBe(true);
}

test.describe('when the network is back', () => {
  test('a feed that had stopped goes on silently', async ({ openPage }) => {
    const mary = await signUp('mary');
    await publishMany(mary, 30);
    const page = await openPage({ expected: NETWORK_ERRORS });
    const attemptsEnded = watchAttempts(page);
    const cards = page.locator('[data-post-id]');
    await page.goto(`/u/${mary.user.username}`);
    await expect(cards).toHaveCount(20);
    await cut(page);
    await scrollToEnd(page);
    await attemptsEnded();
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
    await expect(cards).toHaveCount(20);
    await mend(page);
    await expect(cards).toHaveCount(30);
    await expect(alert(page)).toHaveCount(0);
  });

  test('a feed that never came comes silently', async ({ openPage }) => {
    const page = await openPage({ expected: NETWORK_ERRORS });
    const attemptsEnded = watchAttempts(page);
    await page.route('**/api/posts/new**', (route) => route.abort('internetdisconnected'));
    await page.goto('/new');
    await attemptsEnded();
    await page.unroute('**/api/posts/new**');
    await cut(page);
    await mend(page);
    await expect(page.locator('[data-post-id]').first()).toBeVisible();
  });

  test('somebody who is logged in is still so, however long it took', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary, expected: NETWORK_ERRORS });
    await page.clock.install();
    await page.route('**/api/auth/me', (route) => route.abort('internetdisconnected'));
    await page.goto('/best');
    const account = page.getByRole('button', { name: `Account of ${mary.user.username}` });
    await expect(account).toBeVisible();
    for (let minute = 0; minute < 3; minute += 1) {
      await page.clock.runFor(60_000);
      await page.waitForTimeout(100);
    }
    await expect(account).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(mary.token);
  });
});
