import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { follow, type PostAnswer, publish, publishMany, type SignedUp, signUp } from './support/api.ts';
import { fund } from './support/chain.ts';
import { prose } from './support/prose.ts';
import { appoint, decide, submitToReview } from './support/moderation.ts';
import { DESKTOP, PHONE, useJourneys } from './support/journeys.ts';
import { photograph } from './support/photograph.ts';
import { type DemoGiveaways, demoGiveaways } from './support/giveaways.ts';
import { card, dialog, menuOf } from './support/steps.ts';
import { installTestWallet, withoutDevWallet } from './support/test-wallet.ts';

const openPage = useJourneys();
const EXPECTED = [/404/, /Post not found/];

let mary: SignedUp;
let tom: SignedUp;
let judge: SignedUp;
let post: PostAnswer;
let rejected: PostAnswer;
let giveaways: DemoGiveaways;
beforeAll(async () => {
  [mary, tom, judge] = await Promise.all([signUp('mary'), signUp('tom'), signUp('judge')]);
  await appoint(judge);
  rejected = await submitToReview(mary, 'Links of the day');
  await decide(judge, rejected.id, { verdict: 'reject', reason: 'spam', note: 'Nothing but links.' });
  await submitToReview(tom, 'Where I read about trains', prose(90));
  await submitToReview(tom, 'And some more of them');
  await publishMany(mary, 4);
  post = await publish(mary, 'Accessible', prose(90));
  await follow(tom, mary);
  giveaways = await demoGiveaways();
});

interface Screen {
  name: string;
  as?: keyof ReturnType<typeof people>;
  open: (page: Page) => Promise<void>;
}

const visit = (path: () => string, ready: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.goto(path());
  await ready(page);
};
const firstCard = (page: Page) => page.locator('[data-post-id]').first().waitFor();
const emptyHistory = (page: Page) => page.getByText("You haven't had any transactions yet").waitFor();
const ownPage = visit(() => `/p/${post.id}`, firstCard);

const SCREENS: Screen[] = [
  { name: '/best', open: visit(() => '/best', firstCard) },
  { name: '/new of a member', as: 'tom', open: visit(() => '/new', firstCard) },
  { name: '/p/{id}', open: ownPage },
  { name: '/u/{username}', as: 'mary', open: visit(() => `/u/${mary.user.username}`, firstCard) },
  {
    name: 'an empty /u/{username}',
    as: 'judge',
    open: visit(
      () => `/u/${judge.user.username}`,
      (page) => page.getByText('No posts yet').waitFor(),
    ),
  },
  {
    name: "somebody else's /u/{username}",
    as: 'tom',
    open: visit(() => `/u/${mary.user.username}`, firstCard),
  },
  { name: '/following', as: 'tom', open: visit(() => '/following', firstCard) },
  {
    name: 'an empty /following',
    as: 'mary',
    open: visit(
      () => '/following',
      (page) => page.getByText('Not following anyone').waitFor(),
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
    name: '/create with a draft',
    as: 'mary',
    open: async (page) => {
      await page.goto('/create');
      await page.getByLabel('What should your post be about?').fill('A small bakery in Lisbon');
      await page.getByRole('button', { name: 'Draft with AI' }).click();
      await page.getByText('Your draft is in the form below.').waitFor();
    },
  },
  {
    name: '/create with a draft that would overwrite',
    as: 'mary',
    open: async (page) => {
      await page.goto('/create');
      await page.getByLabel('Body').fill('My own words.');
      await page.getByLabel('What should your post be about?').fill('A small bakery in Lisbon');
      await page.getByRole('button', { name: 'Draft with AI' }).click();
      await page.getByRole('button', { name: 'Replace my text' }).waitFor();
    },
  },
  {
    name: '/edit/{postId}',
    as: 'mary',
    open: visit(
      () => `/edit/${post.id}`,
      (page) => page.getByLabel('Body').waitFor(),
    ),
  },
  ...['password', 'avatar', 'username'].map((tab) => ({
    name: `/settings, ${tab}`,
    as: 'mary' as const,
    open: visit(
      () => `/settings#${tab}`,
      (page) => page.getByRole('tabpanel').waitFor(),
    ),
  })),
  {
    name: '/wallet',
    as: 'tom',
    open: async (page) => {
      await visit(() => '/wallet', emptyHistory)(page);
      await page.locator('canvas').first().waitFor();
    },
  },
  {
    name: 'the prices in /wallet as a table',
    as: 'tom',
    open: async (page) => {
      await page.goto('/wallet');
      await page.locator('canvas').first().waitFor();
      await page.getByText('As a table').click();
      await page.getByRole('columnheader', { name: 'Price in USD' }).waitFor();
    },
  },
  {
    name: 'every change in /wallet',
    as: 'tom',
    open: async (page) => {
      await page.goto('/wallet');
      await page.getByRole('tab', { name: 'All changes' }).click();
      await page.getByText('Sign-up bonus').waitFor();
    },
  },
  {
    name: 'the tooltip of withdrawals',
    as: 'tom',
    open: async (page) => {
      await page.goto('/wallet');
      await page.getByRole('button', { name: 'Withdraw LIKEs' }).click();
      await page.getByText('Functionality will be available soon').waitFor();
    },
  },
  { name: 'a rejected post', as: 'mary', open: visit(() => `/p/${rejected.id}`, firstCard) },
  {
    name: '/moderation',
    as: 'judge',
    open: visit(
      () => '/moderation',
      (page) => page.getByRole('button', { name: 'Approve' }).waitFor(),
    ),
  },
  {
    name: 'a rejection in /moderation',
    as: 'judge',
    open: async (page) => {
      await page.goto('/moderation');
      await page.getByRole('button', { name: 'Reject …' }).click();
      await page.getByLabel('Note for the log').waitFor();
    },
  },
  {
    name: 'the log of /moderation',
    as: 'judge',
    open: visit(
      () => '/moderation#decisions',
      (page) => page.locator('[data-decision]').first().waitFor(),
    ),
  },
  {
    name: "a moderator's account menu",
    as: 'judge',
    open: async (page) => {
      await page.goto('/best');
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Moderation' }).waitFor();
    },
  },
  {
    name: '/giveaways',
    open: visit(
      () => '/giveaways',
      (page) => page.getByRole('table').waitFor(),
    ),
  },
  {
    name: '/giveaways/{id} before its draw',
    open: visit(
      () => `/giveaways/${giveaways.active.id}`,
      (page) => page.getByRole('button', { name: 'Check' }).waitFor(),
    ),
  },
  {
    name: 'a draw done again in /giveaways/{id}',
    open: async (page) => {
      await page.goto(`/giveaways/${giveaways.drawn.id}`);
      await page.getByLabel('Social account').fill(giveaways.winners[0] ?? '');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('You won!').waitFor();
      await page.getByRole('button', { name: 'Verify this draw' }).click();
      await page.getByText('The draw holds').waitFor();
    },
  },
  ...['/whitepaper', '/privacy-policy', '/terms-of-service', '/how-we-select-winners'].map((path) => ({
    name: path,
    open: visit(
      () => path,
      (page) => page.getByRole('navigation', { name: 'Contents' }).waitFor(),
    ),
  })),
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
    name: 'the wallets to sign in with',
    open: async (page) => {
      await installTestWallet(page);
      await page.goto('/best');
      await page.getByRole('button', { name: 'Login' }).click();
      await dialog(page).getByRole('button', { name: 'Continue with a wallet' }).click();
      await dialog(page).getByRole('list', { name: 'Choose a wallet' }).waitFor();
    },
  },
  {
    name: 'a deposit that takes its time',
    as: 'mary',
    open: async (page) => {
      await withoutDevWallet(page);
      await fund((await installTestWallet(page)).address, 1);
      let reported = false;
      await page.route('**/api/wallet/deposit', async (route) => {
        if (reported) return;
        reported = true;
        await route.fulfill({ status: 202, json: { state: 'waiting' } });
      });
      await page.goto('/wallet');
      await page.getByLabel('Amount of LIKE').fill('0.5');
      await page.getByRole('button', { name: 'Deposit LIKEs' }).click();
      await page.getByText('Solana takes its time.').waitFor();
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
    name: "the menu of somebody else's post",
    as: 'tom',
    open: async (page) => {
      await ownPage(page);
      await menuOf(page, post.id).click();
      await page.getByRole('menuitem', { name: 'Unfollow author' }).waitFor();
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

const SIZES = [
  { size: '1280×800', viewport: DESKTOP },
  { size: '390×844', viewport: PHONE },
] as const;

const people = () => ({ mary, tom, judge });
const member = (as: Screen['as']) => (as === undefined ? {} : { as: people()[as] });

/** Popups fade in; axe must see their last frame. */
const settle = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

/**
 * Everything but the guards that Base UI sets around an open menu: they pass the focus on the moment they get it,
 * which axe cannot see. The site has no frames of other origins, for which alone the other, slower mode exists; and
 * what passes is not described.
 */
const axe = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude('[data-base-ui-focus-guard]')
    .options({ resultTypes: ['violations'] });

async function violations(builder: AxeBuilder): Promise<unknown[]> {
  const found = await builder.analyze();
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** As if it were chosen in another tab, so that an open menu or modal stays open. */
async function turnLight(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }));
  });
  await page.locator('html:not(.dark)').waitFor({ state: 'attached' });
  await settle(page);
}

/** The whole of axe in the dark; in the light the same elements stand in other colors, so their contrast is left. */
async function expectNoViolations(page: Page, screen: string, size: string): Promise<void> {
  await settle(page);
  await photograph(page, screen, { theme: 'dark', size });
  expect(await violations(axe(page))).toEqual([]);
  await turnLight(page);
  await photograph(page, screen, { theme: 'light', size });
  expect(await violations(axe(page).withRules(['color-contrast']))).toEqual([]);
}

describe.each(SCREENS)('$name', ({ name, as, open }) => {
  it.each(SIZES)(
    'has no violation that axe finds, in the dark and in the light, at $size',
    async ({ size, viewport }) => {
      const page = await openPage({ theme: 'dark', viewport, ...member(as), expected: EXPECTED });
      await open(page);
      await expectNoViolations(page, name, size);
      expect(await overflow(page)).toBe(0);
      if (viewport !== PHONE) return;
      await page.setViewportSize({ width: 320, height: 640 });
      await settle(page);
      expect(await overflow(page), 'at 320 px').toBe(0);
    },
  );
});

describe("a phone's menu", () => {
  it('has no violation that axe finds, in the dark and in the light', async () => {
    const page = await openPage({ theme: 'dark', viewport: PHONE });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Menu' }).click();
    await dialog(page).getByRole('button', { name: 'Light' }).waitFor();
    await expectNoViolations(page, 'menu of a phone', '390×844');
  });
});
