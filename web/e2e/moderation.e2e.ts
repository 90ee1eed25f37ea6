import type { Page } from '@playwright/test';
import { api, type PostResponse, publish, type SignedUp, signUp } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';
import { appoint, decide, isPublic, submitToReview, waitUntilQueued } from './support/moderation.ts';
import { operate } from './support/operators.ts';
import { card, dialog, dialogGone, logIn, pathOf, writePost } from './support/steps.ts';

let judge: SignedUp;
let mary: SignedUp;

test.beforeAll(async () => {
  [judge, mary] = await Promise.all([signUp('judge'), signUp('mary')]);
  await appoint(judge);
});

/** Makes a title unique: the queue may contain texts of an earlier run. */
const titled = (title: string) => `${title} of ${mary.user.username}`;

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title, exact: true });
const status = (page: Page) => page.getByRole('tabpanel').getByRole('status');

/** Goes through the queue until this text is shown; other tests have texts in it too. */
async function walkTo(page: Page, title: string): Promise<void> {
  await expect(page.locator('[data-review]')).toBeVisible();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await heading(page, title).isVisible()) return;
    const before = await page.locator('[data-review]').getAttribute('data-review');
    // At the end of what is loaded the key does nothing until the next page is there.
    await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveAttribute(
      'aria-disabled',
      'false',
    );
    await page.keyboard.press('j');
    await page.waitForFunction(
      (id) => document.querySelector('[data-review]')?.getAttribute('data-review') !== id,
      before,
    );
  }
  throw new Error(`"${title}" is not in the queue`);
}

/** Waits longer than the time for which a new text ignores keys. */
const settle = (page: Page) => page.waitForTimeout(450);

test.describe('a moderator', () => {
  test('walks the queue with the keyboard: approves, rejects with a reason and a note, and finds both in the log [4.rejected]', async ({
    openPage,
  }) => {
    const good = await submitToReview(mary, titled('Good links'));
    const bad = await submitToReview(mary, titled('Bad links'));
    const flagged = await api<PostResponse>(
      'POST',
      '/api/posts',
      { title: titled('A crime story'), body: 'The murder happened on the night train.' },
      mary.token,
    );
    for (const { id } of [good, bad, flagged]) await waitUntilQueued(judge, id);
    const page = await openPage({ as: judge });
    await page.goto('/best');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Moderation' }).click();
    await page.waitForURL('**/moderation');
    await expect(page).toHaveTitle('Moderation – Likewell');

    await walkTo(page, titled('Good links'));
    const review = page.locator('[data-review]');
    await expect(review.getByTestId('post-body')).toContainText('https://trains-7.example');
    await expect(review.getByRole('list', { name: 'Why it waits' })).toHaveText('Many links');
    await settle(page);
    await page.keyboard.press('a');
    await expect(status(page)).toHaveText(`Approved: ${titled('Good links')}`);
    expect(await isPublic(good.id)).toBe(true);

    await walkTo(page, titled('Bad links'));
    await settle(page);
    await page.keyboard.press('r');
    await page.keyboard.press('2');
    await expect(page.getByLabel('Scam or fraud')).toBeChecked();
    const note = page.getByLabel('Note for the log');
    await note.pressSequentially('a jar of r and 1 k');
    await expect(note).toHaveValue('a jar of r and 1 k');
    await expect(page.getByLabel('Scam or fraud')).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(status(page)).toHaveText(`Rejected: ${titled('Bad links')}`);

    await walkTo(page, titled('A crime story'));
    await expect(review.getByRole('list', { name: 'Why it waits' })).toHaveText('Flagged: violence');
    await expect(review).toContainText('1 approved before');
    await expect(review).toContainText('1 rejected before');
    await decide(judge, flagged.id, { verdict: 'approve' });

    await page.getByRole('tab', { name: 'Decisions' }).click();
    const line = page.locator('[data-decision]', { hasText: titled('Bad links') }).first();
    await expect(line).toContainText('Scam or fraud');
    await expect(line).toContainText('a jar of r and 1 k');
    await expect(line).toContainText(judge.user.username);

    const own = await openPage({ as: mary });
    await own.goto(`/p/${bad.id}`);
    await expect(
      own.getByText(
        'Rejected: Unfortunately, your post did not pass moderation. Try editing it and submitting again.',
      ),
    ).toBeVisible();
    const visitor = await openPage({ expected: [/404/, /Post not found/] });
    await visitor.goto(`/u/${mary.user.username}`);
    await expect(card(visitor, good.id)).toBeVisible();
    await expect(card(visitor, bad.id)).toHaveCount(0);
    await visitor.goto(`/p/${bad.id}`);
    await expect(visitor.getByText('Post not found')).toBeVisible();
  });

  test('is told when another one was first, and goes on', async ({ openPage }) => {
    const post = await submitToReview(mary, titled('Twice judged'));
    const second = await signUp('second');
    await appoint(second, 'admin');
    await waitUntilQueued(second, post.id);
    const page = await openPage({ as: second, expected: [/409/] });
    await page.goto('/moderation');
    await walkTo(page, titled('Twice judged'));
    await decide(judge, post.id, { verdict: 'approve' });
    await page.getByRole('button', { name: 'Reject …' }).click();
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(status(page)).toHaveText(
      `${titled('Twice judged')}: Another moderator has decided about this text already.`,
    );
    await expect(heading(page, titled('Twice judged'))).toHaveCount(0);
    expect(await isPublic(post.id)).toBe(true);
  });

  test('who wants no single keys turns them off, for the next visit too', async ({ openPage }) => {
    const post = await submitToReview(mary, titled('Not by a key'));
    await waitUntilQueued(judge, post.id);
    const page = await openPage({ as: judge });
    await page.goto('/moderation');
    await walkTo(page, titled('Not by a key'));
    await page.getByLabel('Keyboard shortcuts').uncheck();
    await settle(page);
    await page.locator('body').press('a');
    await page.locator('body').press('r');
    await expect(heading(page, titled('Not by a key'))).toBeVisible();
    await expect(page.getByLabel('Note for the log')).toHaveCount(0);
    await page.reload();
    await expect(page.locator('[data-review]')).toBeVisible();
    await expect(page.getByLabel('Keyboard shortcuts')).not.toBeChecked();
  });
});

test.describe('/moderation', () => {
  test('is no page to members, asks visitors to log in, and is linked for moderators alone', async ({
    openPage,
  }) => {
    const page = await openPage({ as: mary });
    await page.goto('/moderation');
    await expect(page.getByText('Page not found')).toBeVisible();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Moderation' })).toHaveCount(0);
    const visitor = await openPage();
    await visitor.goto('/moderation');
    await expect(dialog(visitor).getByLabel('Password')).toBeVisible();
  });
});

test.describe('a post', () => {
  test('that was rejected is submitted again by an edit, and published', async ({ openPage }) => {
    const post = await submitToReview(mary, 'Second chance');
    await decide(judge, post.id, { verdict: 'reject', reason: 'spam' });
    const page = await openPage({ as: mary });
    await page.goto(`/p/${post.id}`);
    await expect(page.getByText('Rejected: Unfortunately')).toBeVisible();
    await page.goto(`/edit/${post.id}`);
    await writePost(page, 'Second chance, taken', 'Words in place of links.');
    await page.waitForURL(`**/p/${post.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Second chance, taken' })).toBeVisible();
    await expect(page.getByText(/^(Pending|Rejected): /)).toHaveCount(0);
    expect(await isPublic(post.id)).toBe(true);
  });

  test('that is edited into spam stays as it was approved, for everybody but its author', async ({
    openPage,
  }) => {
    const post = await publish(mary, 'An honest one', 'About bread, and time.');
    const spam = { title: 'Not so honest', body: `Look: ${'https://spam.example '.repeat(9)}` };
    await api('PUT', `/api/posts/${post.id}`, spam, mary.token);
    const visitor = await openPage();
    await visitor.goto(`/u/${mary.user.username}`);
    await expect(card(visitor, post.id).getByRole('heading', { name: 'An honest one' })).toBeVisible();
    const own = await openPage({ as: mary });
    await own.goto(`/p/${post.id}`);
    await expect(own.getByRole('heading', { level: 1, name: 'Not so honest' })).toBeVisible();
    await expect(own.getByText('Pending: Please wait')).toBeVisible();
  });
});

test.describe('a suspended member', () => {
  test('is signed out, hidden, and told why once they prove who they are', async ({ openPage }) => {
    const tom = await signUp('tom');
    const post = await publish(tom, 'Soon hidden');
    const page = await openPage({ as: tom, expected: [/401/, /403/, /Could not load/] });
    await page.goto(`/u/${tom.user.username}`);
    await expect(card(page, post.id)).toBeVisible();
    await operate('suspend', `user=${tom.user.username}`);
    await expect.poll(() => isPublic(post.id)).toBe(false);
    await page.goto('/wallet');
    await expect(dialog(page).getByLabel('Password')).toBeVisible();
    await page.keyboard.press('Escape');
    await dialogGone(page);
    expect(pathOf(page)).toBe('/wallet');
    await page.goto('/best');
    await logIn(page, tom.user.username, tom.password);
    await expect(dialog(page).getByText('This account is suspended.')).toBeVisible();
    await operate('reinstate', `user=${tom.user.username}`);
    await expect.poll(() => isPublic(post.id)).toBe(true);
  });
});
