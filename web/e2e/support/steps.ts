import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const alert = (page: Page): Locator => page.getByRole('alert');
export const card = (page: Page, postId: number): Locator => page.locator(`[data-post-id="${postId}"]`);
/** Finds a post in the list of a profile; today's best posts are beside that list. */
export const ownPosts = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('link', { name: title });
/** Finds the button that opens the menu of a post. */
export const menuOf = (page: Page, postId: number): Locator =>
  card(page, postId)
    .first()
    .getByRole('button', { name: /^More about/ });
/** Finds the element that has the focus. */
export const focused = (page: Page): Locator => page.locator(':focus');
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Returns the ids of the cards on the page, from the top. */
export const cardIds = (page: Page): Promise<number[]> =>
  page
    .locator('[data-post-id]')
    .evaluateAll((cards) => cards.map((item) => Number((item as HTMLElement).dataset.postId)));

export const submit = (page: Page, name: string): Promise<void> =>
  dialog(page).locator('button[type=submit]', { hasText: name }).click();

export async function logIn(page: Page, emailOrUser: string, password: string): Promise<void> {
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await typeLogin(page, emailOrUser, password);
}

/** Logs in by the dialog that is open. */
export async function typeLogin(page: Page, emailOrUser: string, password: string): Promise<void> {
  await dialog(page).getByLabel('Username or e-mail').fill(emailOrUser);
  await dialog(page).getByLabel('Password').fill(password);
  await submit(page, 'Login');
}

/** Chooses the other tab of the login dialog, and waits until its form is the only one: for a moment both are there. */
export async function showSignUp(page: Page): Promise<void> {
  await dialog(page).getByRole('tab', { name: 'Sign Up' }).click();
  await expect(dialog(page).getByLabel('Username or e-mail')).toHaveCount(0);
}

export async function fillSignUp(
  page: Page,
  username: string,
  password: string,
  repeat = password,
): Promise<void> {
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await showSignUp(page);
  await dialog(page).getByLabel('Username').fill(username);
  await dialog(page).getByLabel('E-mail').fill(`${username}@example.org`);
  await dialog(page).getByLabel('Password', { exact: true }).fill(password);
  await dialog(page).getByLabel('Repeat password').fill(repeat);
  await submit(page, 'Sign Up');
}

/** Waits until the page's present state is on the screen: until then a wheel scrolls the former one. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );

/** Waits for the end of the animations: popups fade in, and only their last frame has their colors and their place. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
};

/** Returns how many history entries belong to dialogs and menus that are open, or were a moment ago. */
export const overlays = (page: Page): Promise<number> =>
  page.evaluate(() => (history.state as { overlays?: number } | null)?.overlays ?? 0);

/**
 * Waits until a closing dialog has left the history too: going back would cancel a navigation that has begun.
 */
export async function dialogGone(page: Page): Promise<void> {
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => overlays(page)).toBe(0);
}

/** Finds the header's link that shows the balance. */
export const balance = (page: Page): Locator => page.locator('header a[href="/wallet"]');

/** Presses a button that asks before it acts, and then the one that does it. */
export async function pressAndConfirm(part: Pick<Page, 'getByRole'>, name: string): Promise<void> {
  await part.getByRole('button', { name }).click();
  await part
    .getByRole('group', { name: `${name}?` })
    .getByRole('button')
    .last()
    .click();
}

export async function writePost(page: Page, title: string, body: string): Promise<void> {
  const form = page.locator('main form');
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('Body', { exact: true }).fill(body);
  await page
    .locator('main form', { has: page.getByLabel('Title', { exact: true }) })
    .locator('button[type=submit]')
    .click();
}

export const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));

/**
 * Scrolls on in a feed until `wanted` is in it: /new contains everybody's posts, and others may have written
 * a screenful since.
 */
export async function readOnTo(page: Page, wanted: Locator): Promise<void> {
  const look = async () => {
    if ((await wanted.count()) === 0) await scrollToEnd(page);
    return wanted.count();
  };
  await expect.poll(look, { timeout: 30_000 }).toBeGreaterThan(0);
}

/** Presses a button, and returns the text of the alert that it shows. */
export async function alerted(page: Page, name: string): Promise<string> {
  const shown = new Promise<string>((resolve) => {
    page.once('dialog', (box) => {
      resolve(box.message());
      void box.accept();
    });
  });
  await page.getByRole('button', { name }).click();
  return shown;
}
