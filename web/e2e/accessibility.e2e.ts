import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PostAnswer, publish, publishMany, type SignedUp, signUp } from './support/api.ts';
import { DESKTOP, PHONE, useJourneys } from './support/journeys.ts';
import { card, dialog } from './support/steps.ts';

const openPage = useJourneys();
const EXPECTED = [/404/, /Post not found/];

let mary: SignedUp;
let tom: SignedUp;
let post: PostAnswer;
beforeAll(async () => {
  [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
  await publishMany(mary, 4);
  post = await publish(mary, 'Accessible', 'Words for everybody. '.repeat(30));
});

interface Screen {
  name: string;
  as?: 'mary' | 'tom';
  open: (page: Page) => Promise<void>;
}

const visit = (path: () => string, ready: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.goto(path());
  await ready(page);
};
const firstCard = (page: Page) => page.locator('[data-post-id]').first().waitFor();
const ownPage = visit(() => `/p/${post.id}`, firstCard);

const SCREENS: Screen[] = [
  { name: '/best', open: visit(() => '/best', firstCard) },
  { name: '/new of a member', as: 'tom', open: visit(() => '/new', firstCard) },
  { name: '/p/{id}', open: ownPage },
  { name: '/u/{username}', as: 'mary', open: visit(() => `/u/${mary.user.username}`, firstCard) },
  {
    name: 'an empty /u/{username}',
    as: 'tom',
    open: visit(
      () => `/u/${tom.user.username}`,
      (page) => page.getByText('No posts yet').waitFor(),
    ),
  },
  {
    name: '/create',
    as: 'mary',
    open: visit(
      () => '/create',
      (page) => page.getByLabel('Body').waitFor(),
    ),
  },
  {
    name: '/edit/{postId}',
    as: 'mary',
    open: visit(
      () => `/edit/${post.id}`,
      (page) => page.getByLabel('Body').waitFor(),
    ),
  },
  {
    name: 'Post not found',
    open: visit(
      () => '/p/999999999',
      (page) => page.getByText('Post not found').waitFor(),
    ),
  },
  {
    name: '404',
    open: visit(
      () => '/no/such/place',
      (page) => page.getByText('Page not found').waitFor(),
    ),
  },
  {
    name: 'the login modal',
    open: async (page) => {
      await page.goto('/best');
      await page.getByRole('button', { name: 'Login' }).click();
      await dialog(page).getByLabel('Password').waitFor();
    },
  },
  {
    name: 'the sign-up modal',
    open: async (page) => {
      await page.goto('/best');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await dialog(page).getByLabel('Repeat password').waitFor();
    },
  },
  {
    name: 'the tip modal',
    as: 'tom',
    open: async (page) => {
      await ownPage(page);
      await card(page, post.id)
        .first()
        .getByRole('button', { name: /Send tokens/ })
        .click();
      await dialog(page).getByLabel('Amount of LIKE').waitFor();
    },
  },
  {
    name: 'the share modal',
    as: 'tom',
    open: async (page) => {
      await ownPage(page);
      await card(page, post.id).first().getByRole('button', { name: 'Share' }).click();
      await dialog(page).getByRole('button', { name: 'Copy' }).waitFor();
    },
  },
  {
    name: 'the menu of an own post',
    as: 'mary',
    open: async (page) => {
      await ownPage(page);
      await card(page, post.id)
        .first()
        .getByRole('button', { name: /^More about/ })
        .click();
      await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    },
  },
  {
    name: 'the account menu',
    as: 'tom',
    open: async (page) => {
      await page.goto('/best');
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    },
  },
  {
    name: 'the question before deleting',
    as: 'mary',
    open: async (page) => {
      await ownPage(page);
      await card(page, post.id)
        .first()
        .getByRole('button', { name: /^More about/ })
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

const LOOKS = [
  { theme: 'dark', size: '1280×800', viewport: DESKTOP },
  { theme: 'light', size: '1280×800', viewport: DESKTOP },
  { theme: 'dark', size: '390×844', viewport: PHONE },
  { theme: 'light', size: '390×844', viewport: PHONE },
] as const;

const member = (as: Screen['as']) => (as === undefined ? {} : { as: as === 'mary' ? mary : tom });

/** Popups fade in; axe must see their last frame. */
const settle = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

/**
 * Everything but the guards that Base UI sets around an open menu: they pass the focus on the moment they get it,
 * which axe cannot see.
 */
async function violations(page: Page): Promise<unknown[]> {
  const found = await new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').analyze();
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(SCREENS)('$name', ({ as, open }) => {
  it.each(LOOKS)('has no violation that axe finds, in $theme at $size', async ({ theme, viewport }) => {
    const page = await openPage({ theme, viewport, ...member(as), expected: EXPECTED });
    await open(page);
    await settle(page);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });

  it('does not scroll sideways at 320 px', async () => {
    const page = await openPage({ viewport: { width: 320, height: 640 }, ...member(as), expected: EXPECTED });
    await open(page);
    expect(await overflow(page)).toBe(0);
  });
});

describe("a phone's menu", () => {
  it.each(['dark', 'light'] as const)('has no violation that axe finds, in %s', async (theme) => {
    const page = await openPage({ theme, viewport: PHONE });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Menu' }).click();
    await dialog(page).getByRole('button', { name: 'Light' }).waitFor();
    await settle(page);
    expect(await violations(page)).toEqual([]);
  });
});
