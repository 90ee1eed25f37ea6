import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, type PostAnswer, publish, type SignedUp, signUp } from './support/api.ts';
import { useJourneys } from './support/journeys.ts';
import { appoint, decide, isPublic, submitToReview, waitUntilQueued } from './support/moderation.ts';
import { operate } from './support/operators.ts';
import { card, dialog, logIn, pathOf, writePost } from './support/steps.ts';

const openPage = useJourneys();

let judge: SignedUp;
let mary: SignedUp;
beforeAll(async () => {
  [judge, mary] = await Promise.all([signUp('judge'), signUp('mary')]);
  await appoint(judge);
});

/** The stack may hold what an earlier run left in the queue. */
const titled = (title: string) => `${title} of ${mary.user.username}`;

const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title, exact: true });
const status = (page: Page) => page.getByRole('tabpanel').getByRole('status');

/** Goes through the queue until this text is shown; other tests have texts of theirs in it. */
async function walkTo(page: Page, title: string): Promise<void> {
  await page.locator('[data-review]').waitFor();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await heading(page, title).isVisible()) return;
    const before = await page.locator('[data-review]').getAttribute('data-review');
    await page.keyboard.press('j');
    await page.waitForFunction(
      (id) => document.querySelector('[data-review]')?.getAttribute('data-review') !== id,
      before,
    );
  }
  throw new Error(`"${title}" is not in the queue`);
}

/** Longer than a text takes until keys decide about it. */
const settle = (page: Page) => page.waitForTimeout(450);

describe('a moderator', () => {
  it('walks the queue with the keyboard: approves, rejects with a reason and a note, and finds both in the log [4.rejected]', async () => {
    const good = await submitToReview(mary, titled('Good links'));
    const bad = await submitToReview(mary, titled('Bad links'));
    const flagged = await api<PostAnswer>(
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
    await expect.poll(() => page.title()).toBe('Moderation – Likewell');

    await walkTo(page, titled('Good links'));
    const review = page.locator('[data-review]');
    expect(await review.getByTestId('review-body').innerText()).toContain('https://trains-7.example');
    expect(await review.getByRole('list', { name: 'Why it waits' }).innerText()).toBe('Many links');
    await settle(page);
    await page.keyboard.press('a');
    await expect.poll(() => status(page).innerText()).toBe(`Approved: ${titled('Good links')}`);
    expect(await isPublic(good.id)).toBe(true);

    await walkTo(page, titled('Bad links'));
    await settle(page);
    await page.keyboard.press('r');
    await page.keyboard.press('2');
    expect(await page.getByLabel('Scam or fraud').isChecked()).toBe(true);
    const note = page.getByLabel('Note for the log');
    await note.pressSequentially('a jar of r and 1 k');
    expect(await note.inputValue()).toBe('a jar of r and 1 k');
    expect(await page.getByLabel('Scam or fraud').isChecked()).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => status(page).innerText()).toBe(`Rejected: ${titled('Bad links')}`);

    await walkTo(page, titled('A crime story'));
    expect(await review.getByRole('list', { name: 'Why it waits' }).innerText()).toBe('Flagged: violence');
    expect(await review.innerText()).toContain('1 approved before');
    expect(await review.innerText()).toContain('1 rejected before');
    await decide(judge, flagged.id, { verdict: 'approve' });

    await page.getByRole('tab', { name: 'Decisions' }).click();
    const line = page.locator('[data-decision]', { hasText: titled('Bad links') }).first();
    await expect.poll(() => line.innerText()).toContain('Scam or fraud');
    expect(await line.innerText()).toContain('a jar of r and 1 k');
    expect(await line.innerText()).toContain(judge.user.username);

    const own = await openPage({ as: mary });
    await own.goto(`/p/${bad.id}`);
    await own
      .getByText(
        'Rejected: Unfortunately, your post did not pass moderation. Try editing it and submitting again.',
      )
      .waitFor();
    const visitor = await openPage({ expected: [/404/, /Post not found/] });
    await visitor.goto(`/u/${mary.user.username}`);
    await card(visitor, good.id).waitFor();
    expect(await card(visitor, bad.id).count()).toBe(0);
    await visitor.goto(`/p/${bad.id}`);
    await visitor.getByText('Post not found').waitFor();
  });

  it('is told when another one was first, and goes on', async () => {
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
    await expect
      .poll(() => status(page).innerText())
      .toBe(`${titled('Twice judged')}: Another moderator has decided about this text already.`);
    await heading(page, titled('Twice judged')).waitFor({ state: 'detached' });
    expect(await isPublic(post.id)).toBe(true);
  });

  it('who wants no single keys turns them off, for the next visit too', async () => {
    const post = await submitToReview(mary, titled('Not by a key'));
    await waitUntilQueued(judge, post.id);
    const page = await openPage({ as: judge });
    await page.goto('/moderation');
    await walkTo(page, titled('Not by a key'));
    await page.getByLabel('Keyboard shortcuts').uncheck();
    await settle(page);
    await page.locator('body').press('a');
    await page.locator('body').press('r');
    await heading(page, titled('Not by a key')).waitFor();
    expect(await page.getByLabel('Note for the log').count()).toBe(0);
    await page.reload();
    await page.locator('[data-review]').waitFor();
    expect(await page.getByLabel('Keyboard shortcuts').isChecked()).toBe(false);
  });
});

describe('/moderation', () => {
  it('is no page to members, asks visitors to log in, and is linked for moderators alone', async () => {
    const page = await openPage({ as: mary });
    await page.goto('/moderation');
    await page.getByText('Page not found').waitFor();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Moderation' }).count()).toBe(0);
    const visitor = await openPage();
    await visitor.goto('/moderation');
    await dialog(visitor).getByLabel('Password').waitFor();
  });
});

describe('a post', () => {
  it('that was rejected is submitted again by an edit, and published', async () => {
    const post = await submitToReview(mary, 'Second chance');
    await decide(judge, post.id, { verdict: 'reject', reason: 'spam' });
    const page = await openPage({ as: mary });
    await page.goto(`/p/${post.id}`);
    await page.getByText('Rejected: Unfortunately').waitFor();
    await page.goto(`/edit/${post.id}`);
    await writePost(page, 'Second chance, taken', 'Words in place of links.');
    await page.waitForURL(`**/p/${post.id}`);
    await page.getByRole('heading', { level: 1, name: 'Second chance, taken' }).waitFor();
    await page.getByText(/^(Pending|Rejected): /).waitFor({ state: 'detached' });
    expect(await isPublic(post.id)).toBe(true);
  });

  it('that is edited into spam stays as it was approved, for everybody but its author', async () => {
    const post = await publish(mary, 'An honest one', 'About bread, and time.');
    const spam = { title: 'Not so honest', body: `Look: ${'https://spam.example '.repeat(9)}` };
    await api('PUT', `/api/posts/${post.id}`, spam, mary.token);
    const visitor = await openPage();
    await visitor.goto(`/u/${mary.user.username}`);
    await card(visitor, post.id).getByRole('heading', { name: 'An honest one' }).waitFor();
    const own = await openPage({ as: mary });
    await own.goto(`/p/${post.id}`);
    await own.getByRole('heading', { level: 1, name: 'Not so honest' }).waitFor();
    await own.getByText('Pending: Please wait').waitFor();
  });
});

describe('a suspended member', () => {
  it('is signed out, hidden, and told why once she proves who she is', async () => {
    const tom = await signUp('tom');
    const post = await publish(tom, 'Soon hidden');
    const page = await openPage({ as: tom, expected: [/401/, /403/, /Could not load/] });
    await page.goto(`/u/${tom.user.username}`);
    await card(page, post.id).waitFor();
    await operate('suspend', `user=${tom.user.username}`);
    await expect.poll(() => isPublic(post.id)).toBe(false);
    await page.goto('/wallet');
    await dialog(page).getByLabel('Password').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/wallet');
    await page.goto('/best');
    await logIn(page, tom.user.username, tom.password);
    await dialog(page).getByText('This account is suspended.').waitFor();
    await operate('reinstate', `user=${tom.user.username}`);
    await expect.poll(() => isPublic(post.id)).toBe(true);
  });
});
