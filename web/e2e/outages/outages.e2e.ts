import type { Page } from '@playwright/test';
import { api, publish, type SignedUp, signUp } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { alert, balance, card, dialog, submit } from '../support/steps.ts';
import { whileStopped } from './stand-still.ts';

const EXPECTED = [/Failed to load resource/, /Could not load/, /ERR_/];

/** The longest one once: the call that asks who is signed in is given up after 15 s, and has to be made again. */
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
const likesOf = async (postId: number) =>
  (await api<{ likes_sum: number }>('GET', `/api/posts/${postId}`)).likes_sum;
const tokensOf = async (member: SignedUp) =>
  (await api<{ tokens: number }>('GET', '/api/auth/me', undefined, member.token)).tokens;

/** Said of a tip that went through when only the look at the post's new sum failed (spec, section 8). */
const WENT_THROUGH = 'Failed to update likes';

/** Waits until a tip that was sent has an outcome that a person can see; true when it went through. */
async function wentThrough(page: Page): Promise<boolean> {
  await expect
    .poll(async () => (await dialog(page).count()) === 0 || (await alert(page).count()) > 0)
    .toBe(true);
  if ((await dialog(page).count()) === 0) return true;
  return (await alert(page).innerText()) === WENT_THROUGH;
}

for (const [name, forMs] of OUTAGES)
  test.describe(`while ${name} stands still for ${forMs} ms`, () => {
    test('nobody is signed out, what is loaded stays, and a tip counts once', async ({ openPage }) => {
      const [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
      const post = await publish(mary, 'In calm and in storm');
      const page = await openPage({ as: tom, expected: EXPECTED });
      const late = await openPage({ as: tom, expected: EXPECTED });
      await page.goto(`/p/${post.id}`);
      const text = card(page, post.id).first();
      await text.getByRole('button', { name: /Send tokens/ }).click();
      await expect(dialog(page).getByLabel('Amount of LIKE')).toBeVisible();

      await whileStopped(name, async () => {
        const end = new Promise((resolve) => setTimeout(resolve, forMs));
        await submit(page, 'Send');
        // Who comes now is shown as signed in, and no blank page.
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
        await submit(page, 'Send');
        await expect(dialog(page).getByText('Sending...')).toHaveCount(0);
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
