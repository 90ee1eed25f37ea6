import type { Page } from '@playwright/test';
import { type PostResponse, publish, request, type SignedUp, signUp } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { alert, balance, card, dialog, submit } from '../support/steps.ts';
import { whileStopped } from './stand-still.ts';

const EXPECTED = [/Failed to load resource/, /Could not load/, /ERR_/];

/**
 * Processes and the lengths of their outages in ms. The longest one occurs once: the call for the signed-in
 * member times out after 15 s and has to be repeated.
 */
const OUTAGES: [string, number][] = [
  ['gateway', 30_000],
  ['auth', 5_000],
  ['posts', 5_000],
  ['tipping-ledger', 5_000],
  ['redis', 5_000],
  ['nats', 5_000],
  ['postgres', 5_000],
];

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
/** Returns undefined where the stack has not recovered yet: a poll ends with the first error. */
async function read<Body>(path: string, token?: string): Promise<Body | undefined> {
  const response = await request('GET', path, undefined, token);
  return response.ok ? ((await response.json()) as Body) : undefined;
}
const likesOf = async (postId: number) =>
  (await read<{ likes_sum: number }>(`/api/posts/${postId}`))?.likes_sum;
const tokensOf = async ({ token }: SignedUp) =>
  (await read<{ tokens: number }>('/api/auth/me', token))?.tokens;

/** Shown after a successful tip when only the read of the post's new sum has failed (spec, section 8). */
const WENT_THROUGH = 'Failed to update likes';

/** Waits until the outcome of a tip is visible; returns true when the tip succeeded. */
async function wentThrough(page: Page): Promise<boolean> {
  await expect
    .poll(async () => (await dialog(page).count()) === 0 || (await alert(page).count()) > 0)
    .toBe(true);
  if ((await dialog(page).count()) === 0) return true;
  return (await alert(page).innerText()) === WENT_THROUGH;
}

/** Makes a member and a post to tip, as soon as the stack has recovered from the last outage. */
async function prepare(): Promise<{ tom: SignedUp; post: PostResponse }> {
  let prepared: { tom: SignedUp; post: PostResponse } | undefined;
  await expect(async () => {
    const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
    prepared = { tom, post: await publish(mary, 'In calm and in storm') };
  }).toPass({ timeout: 60_000 });
  if (!prepared) throw new Error('nothing was prepared');
  return prepared;
}

for (const [name, forMs] of OUTAGES)
  test.describe(`while ${name} stands still for ${forMs} ms`, () => {
    test('nobody is signed out, what is loaded stays, and a tip counts once', async ({ openPage }) => {
      const { tom, post } = await prepare();
      const page = await openPage({ as: tom, expected: EXPECTED });
      const late = await openPage({ as: tom, expected: EXPECTED });
      await page.goto(`/p/${post.id}`);
      const text = card(page, post.id).first();
      await text.getByRole('button', { name: /Send tokens/ }).click();
      await expect(dialog(page).getByLabel('Amount of LIKE')).toBeVisible();

      await whileStopped(name, async () => {
        const end = new Promise((resolve) => setTimeout(resolve, forMs));
        await submit(page, 'Send');
        // A page that is opened now shows the member as signed in, and is not blank.
        await late.goto('/best');
        await expect(balance(late)).toBeVisible();
        await end;
        expect(await storedToken(page)).toBe(tom.token);
        expect(await storedToken(late)).toBe(tom.token);
        await expect(balance(late)).toBeVisible();
        expect(await late.locator('main').innerHTML()).not.toBe('');
        await expect(late.getByText('This page could not be shown')).toHaveCount(0);
        await expect(text).toContainText('In calm and in storm');
      });

      for (let attempt = 0; !(await wentThrough(page)); attempt += 1) {
        expect(attempt).toBeLessThan(20);
        expect((await alert(page).innerText()).trim()).not.toBe('');
        await page.waitForTimeout(500);
        // Until the tip is sent again, the alert of the attempt before is shown.
        const ended = Promise.race([
          page.waitForResponse('**/like'),
          page.waitForEvent('requestfailed', (each) => each.url().endsWith('/like')),
        ]);
        await submit(page, 'Send');
        await ended;
      }
      await expect.poll(() => tokensOf(tom)).toBe(99);
      await expect.poll(() => likesOf(post.id)).toBe(1);
      await expect(balance(page)).toContainText('99');

      for (const open of [page, late]) {
        await open.reload();
        await expect(balance(open)).toContainText('99');
        expect(await storedToken(open)).toBe(tom.token);
      }
    });
  });
