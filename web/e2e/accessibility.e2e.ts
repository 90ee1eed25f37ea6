import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { accountScreens } from './support/account-screens.ts';
import { follow, type PostResponse, publish, publishMany, type SignedUp, signUp } from './support/api.ts';
import { fund } from './support/chain.ts';
import { prose } from './support/prose.ts';
import { hold } from './support/hold.ts';
import { appoint, decide, submitToReview } from './support/moderation.ts';
import { DESKTOP, expect, PHONE, test } from './support/fixtures.ts';
import { photograph, takesPictures } from './support/photograph.ts';
import { type DemoGiveaways, demoGiveaways } from './support/giveaways.ts';
import { card, dialog, menuOf, nextFrame, settle, showSignUp } from './support/steps.ts';
import { installTestWallet, withoutDevWallet } from './support/test-wallet.ts';

const EXPECTED = [/40[134]/, /Post not found/];
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

let mary: SignedUp;
let tom: SignedUp;
let judge: SignedUp;
let post: PostResponse;
let rejected: PostResponse;
let giveaways: DemoGiveaways;

test.beforeAll(async () => {
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
  /** Opens the screen, and returns what is shown last of it. */
  open: (page: Page) => Promise<Locator>;
  /** True for a popup at its button, which another layout of the page has elsewhere: opened anew at each size. */
  isAnchored?: true;
}

const visit = (path: () => string, shown: (page: Page) => Locator) => async (page: Page) => {
  await page.goto(path());
  return shown(page);
};
const firstCard = (page: Page) => page.locator('[data-post-id]').first();
const ownPage = visit(() => `/p/${post.id}`, firstCard);

async function askToDelete(page: Page): Promise<Locator> {
  await ownPage(page);
  await menuOf(page, post.id).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  return page.getByRole('alertdialog');
}

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
      (page) => page.getByText('No posts yet'),
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
      (page) => page.getByText('Not following anyone'),
    ),
  },
  {
    name: '/create',
    as: 'mary',
    open: visit(
      () => '/create',
      (page) => page.getByLabel('Body', { exact: true }),
    ),
  },
  {
    name: '/create with a draft',
    as: 'mary',
    open: async (page) => {
      await page.goto('/create');
      await page.getByLabel('What should your post be about?').fill('A small bakery in Lisbon');
      await page.getByRole('button', { name: 'Draft with AI' }).click();
      return page.getByText('Your draft is in the form above.');
    },
  },
  {
    name: '/create with a draft that would overwrite',
    as: 'mary',
    open: async (page) => {
      await page.goto('/create');
      await page.getByLabel('Body', { exact: true }).fill('My own words.');
      await page.getByLabel('What should your post be about?').fill('A small bakery in Lisbon');
      await page.getByRole('button', { name: 'Draft with AI' }).click();
      return page.getByRole('button', { name: 'Replace my text' });
    },
  },
  {
    name: '/edit/{postId}',
    as: 'mary',
    open: visit(
      () => `/edit/${post.id}`,
      (page) => page.getByLabel('Body', { exact: true }),
    ),
  },
  ...['password', 'avatar', 'username', 'security'].map((tab) => ({
    name: `/settings, ${tab}`,
    as: 'mary' as const,
    open: visit(
      () => `/settings#${tab}`,
      (page) => page.getByRole('tabpanel'),
    ),
  })),
  {
    name: '/wallet',
    as: 'tom',
    open: async (page) => {
      await page.goto('/wallet');
      await expect(page.getByText('Sign-up bonus')).toBeVisible();
      return page.locator('canvas').first();
    },
  },
  {
    name: 'the prices in /wallet as a table',
    as: 'tom',
    open: async (page) => {
      await page.goto('/wallet');
      await expect(page.locator('canvas').first()).toBeVisible();
      await page.getByText('As a table').click();
      return page.getByRole('columnheader', { name: 'Price in USD' });
    },
  },
  {
    name: 'deposits and withdrawals in /wallet',
    as: 'tom',
    open: async (page) => {
      await page.goto('/wallet');
      await page.getByRole('tab', { name: 'Deposits and withdrawals' }).click();
      return page.getByText("You haven't had any transactions yet");
    },
  },
  {
    name: 'the tooltip of withdrawals',
    as: 'tom',
    isAnchored: true,
    open: async (page) => {
      await page.goto('/wallet');
      await page.getByRole('button', { name: 'Withdraw LIKEs' }).click();
      return page.getByText('Functionality will be available soon');
    },
  },
  { name: 'a rejected post', as: 'mary', open: visit(() => `/p/${rejected.id}`, firstCard) },
  {
    name: '/moderation',
    as: 'judge',
    open: visit(
      () => '/moderation',
      (page) => page.getByRole('button', { name: 'Approve' }),
    ),
  },
  {
    name: 'a rejection in /moderation',
    as: 'judge',
    open: async (page) => {
      await page.goto('/moderation');
      await page.getByRole('button', { name: 'Reject …' }).click();
      return page.getByLabel('Note for the log');
    },
  },
  {
    name: 'the log of /moderation',
    as: 'judge',
    open: visit(
      () => '/moderation#decisions',
      (page) => page.locator('[data-decision]').first(),
    ),
  },
  {
    name: "a moderator's account menu",
    as: 'judge',
    isAnchored: true,
    open: async (page) => {
      await page.goto('/best');
      await page.getByRole('button', { name: /^Account of/ }).click();
      return page.getByRole('menuitem', { name: 'Moderation' });
    },
  },
  {
    name: '/giveaways',
    open: visit(
      () => '/giveaways',
      (page) => page.getByRole('table'),
    ),
  },
  {
    name: '/giveaways/{id} before its draw',
    open: visit(
      () => `/giveaways/${giveaways.active.id}`,
      (page) => page.getByRole('button', { name: 'Check' }),
    ),
  },
  {
    name: 'a draw done again in /giveaways/{id}',
    open: async (page) => {
      await page.goto(`/giveaways/${giveaways.drawn.id}`);
      await page.getByLabel('Social account').fill(giveaways.winners[0] ?? '');
      await page.getByRole('button', { name: 'Check' }).click();
      await expect(page.getByText('You won!')).toBeVisible();
      await page.getByRole('button', { name: 'Verify this draw' }).click();
      return page.getByText('Your browser comes to the same winners');
    },
  },
  ...['/whitepaper', '/privacy-policy', '/terms-of-service', '/how-we-select-winners'].map((path) => ({
    name: path,
    open: visit(
      () => path,
      (page) => page.getByRole('navigation', { name: 'Contents' }),
    ),
  })),
  {
    name: 'Post not found',
    open: visit(
      () => '/p/999999999',
      (page) => page.getByText('Post not found'),
    ),
  },
  {
    name: '404',
    open: visit(
      () => '/no/such/place',
      (page) => page.getByText('Page not found'),
    ),
  },
  {
    name: 'the login modal',
    open: async (page) => {
      await page.goto('/best');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      return dialog(page).getByLabel('Password');
    },
  },
  ...accountScreens(() => judge),
  {
    name: 'the wallets to sign in with',
    open: async (page) => {
      await installTestWallet(page);
      await page.goto('/best');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Continue with a wallet' }).click();
      return dialog(page).getByRole('list', { name: 'Choose a wallet' });
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
      return page.getByText('Solana is slower than usual.');
    },
  },
  {
    name: 'the sign-up modal',
    open: async (page) => {
      await page.goto('/best');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await showSignUp(page);
      return dialog(page).getByLabel('Repeat password');
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
      return dialog(page).getByLabel('Amount of LIKE');
    },
  },
  {
    name: 'the share modal',
    as: 'tom',
    open: async (page) => {
      await ownPage(page);
      await card(page, post.id).first().getByRole('button', { name: 'Share' }).click();
      return dialog(page).getByRole('button', { name: 'Copy' });
    },
  },
  {
    name: 'the menu of an own post',
    as: 'mary',
    isAnchored: true,
    open: async (page) => {
      await ownPage(page);
      await card(page, post.id)
        .first()
        .getByRole('button', { name: /^More about/ })
        .click();
      return page.getByRole('menuitem', { name: 'Edit' });
    },
  },
  {
    name: "the menu of somebody else's post",
    as: 'tom',
    isAnchored: true,
    open: async (page) => {
      await ownPage(page);
      await menuOf(page, post.id).click();
      return page.getByRole('menuitem', { name: 'Unfollow author' });
    },
  },
  {
    name: 'the account menu',
    as: 'tom',
    isAnchored: true,
    open: async (page) => {
      await page.goto('/best');
      await page.getByRole('button', { name: /^Account of/ }).click();
      return page.getByRole('menuitem', { name: 'Settings' });
    },
  },
  {
    name: 'the question before deleting',
    as: 'mary',
    open: askToDelete,
  },
];

const SIZES = [
  { size: '1280×800', viewport: DESKTOP },
  { size: '390×844', viewport: PHONE },
  // Pictures are taken at two further sizes; axe finds the same there.
  ...(takesPictures
    ? [
        { size: '844×390', viewport: { width: 844, height: 390 } },
        { size: '1366×650', viewport: { width: 1366, height: 650 } },
      ]
    : []),
];

const people = () => ({ mary, tom, judge });
const member = (as: Screen['as']) => (as === undefined ? {} : { as: people()[as] });

type Size = typeof DESKTOP;

interface Injected {
  axe: typeof axeCore;
}

/**
 * Runs axe, all of its rules or some, on everything but the guards that Base UI puts around an open menu: they move
 * the focus on as soon as they get it, which axe cannot see. Passed checks are not reported.
 */
const violations = (page: Page, ...rules: string[]): Promise<unknown[]> =>
  page.evaluate(async (values) => {
    const { axe } = window as unknown as Injected;
    const found = await axe.run(
      { exclude: ['[data-base-ui-focus-guard]'] },
      { resultTypes: ['violations'], ...(values.length > 0 && { runOnly: { type: 'rule', values } }) },
    );
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, rules);

/**
 * Returns by how much the page, or an open dialog, which scrolls by itself, is wider than its visible part.
 */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const scrollers: Element[] = [document.documentElement];
    for (const dialog of document.querySelectorAll('dialog[open], [role="dialog"], [role="alertdialog"]'))
      for (let part: Element | null = dialog; part; part = part.parentElement) scrollers.push(part);
    return Math.max(...scrollers.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });

/** Changes the theme as another tab does, so that an open menu or modal stays open. */
async function changeTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }));
  }, theme);
  await expect(page.locator(theme === 'dark' ? 'html.dark' : 'html:not(.dark)')).toBeAttached();
  await settle(page);
}

/**
 * Runs all rules of axe in the dark theme. In the light theme the same elements have other colors, so only
 * their contrast is checked.
 */
async function expectNoViolations(page: Page, screen: string, size: string): Promise<void> {
  await changeTheme(page, 'dark');
  await photograph(page, screen, { theme: 'dark', size });
  // Half a megabyte: once a page, for all sizes and both themes.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  expect(await violations(page)).toEqual([]);
  await changeTheme(page, 'light');
  await photograph(page, screen, { theme: 'light', size });
  expect(await violations(page, 'color-contrast')).toEqual([]);
}

/** Makes the window as large, and waits for the layout that belongs to its size. */
async function resize(page: Page, viewport: Size): Promise<void> {
  await page.setViewportSize(viewport);
  await expect(page.locator('nav[aria-label="Shortcuts"]')).toHaveCount(viewport.width < 1024 ? 1 : 0);
  await nextFrame(page);
}

for (const { name, as, open, isAnchored = false } of SCREENS)
  test.describe(name, () => {
    test('has no violation that axe finds, in the dark and in the light', async ({ openPage }) => {
      const openAt = async (viewport: Size) => {
        const page = await openPage({ theme: 'dark', viewport, ...member(as), expected: EXPECTED });
        return { page, shown: await open(page) };
      };
      let opened: Awaited<ReturnType<typeof openAt>> | undefined;
      for (const { size, viewport } of SIZES)
        await test.step(`at ${size}`, async () => {
          if (opened === undefined || isAnchored) opened = await openAt(viewport);
          const { page, shown } = opened;
          await expect(shown).toBeVisible();
          await resize(page, viewport);
          await expect(shown).toBeVisible();
          await expectNoViolations(page, name, size);
          expect(await overflow(page)).toBe(0);
          if (viewport !== PHONE) return;
          for (const width of [360, 320]) {
            await page.setViewportSize({ width, height: 640 });
            await settle(page);
            await expect.poll(() => overflow(page), `at ${width} px`).toBe(0);
          }
        });
    });
  });

test.describe("a phone's menu", () => {
  test('has no violation that axe finds, in the dark and in the light', async ({ openPage }) => {
    const page = await openPage({ theme: 'dark', viewport: PHONE });
    await page.goto('/best');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(dialog(page).getByRole('button', { name: 'Light' })).toBeVisible();
    await expectNoViolations(page, 'menu of a phone', '390×844');
  });
});

test('Skip to content gives it the focus, and a tab that stands in the address stays open', async ({
  openPage,
}) => {
  const page = await openPage({ as: mary, expected: EXPECTED });
  await page.goto('/settings#security');
  const security = page.getByRole('tab', { name: 'Security' });
  await expect(security).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/settings#security');
  await expect(security).toHaveAttribute('aria-selected', 'true');
});

/** Returns the focused element if one of the bars covers a part of it and it does not belong to that bar. */
const covered = (page: Page) =>
  page.evaluate((bars) => {
    const focused = document.activeElement;
    if (!focused || focused === document.body || focused.closest(`[data-skip], ${bars}`)) return null;
    const box = focused.getBoundingClientRect();
    const isHidden = [...document.querySelectorAll(bars)].some((bar) => {
      const { top, bottom, left, right } = bar.getBoundingClientRect();
      return box.top < bottom && box.bottom > top && box.left < right && box.right > left;
    });
    return isHidden ? focused.outerHTML.slice(0, 120) : null;
  }, '[data-bar], [aria-label="Announcement"]');

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`what Tab reaches lies under none of the bars of ${device}, forwards and backwards (WCAG 2.4.11)`, async ({
    openPage,
  }) => {
    const page = await openPage({ viewport, as: tom });
    await page.goto('/best');
    await expect(firstCard(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const hidden: (string | null)[] = [];
    for (const [key, times] of [
      ['Tab', 30],
      ['Shift+Tab', 25],
    ] as const)
      for (let press = 0; press < times; press += 1) {
        await page.keyboard.press(key);
        hidden.push(await covered(page));
      }
    expect(hidden.filter((element) => element !== null)).toEqual([]);
  });

test.describe('text that the browser is set to show larger', () => {
  for (const [textSize, windows] of [
    [20, [{ width: 360, height: 800 }]],
    [24, [PHONE]],
    [32, [PHONE, { width: 320, height: 640 }, DESKTOP]],
  ] as const)
    test(`of ${textSize} px fits windows of ${windows.map(({ width }) => width).join(', ')} px`, async ({
      openPage,
    }) => {
      const page = await openPage({ viewport: windows[0], textSize, as: tom });
      for (const path of ['/best', '/wallet', '/settings', '/create', `/u/${mary.user.username}`]) {
        await page.goto(path);
        await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeAttached();
        for (const viewport of windows) {
          await page.setViewportSize(viewport);
          await page.waitForLoadState('networkidle');
          await nextFrame(page);
          expect(await overflow(page), `${path} at ${viewport.width} px`).toBe(0);
          const menu = await page.getByRole('button', { name: 'Menu', exact: true }).boundingBox();
          expect((menu?.x ?? 0) + (menu?.width ?? viewport.width)).toBeLessThanOrEqual(viewport.width);
        }
      }
    });

  test('leaves a visitor the menu, the names of authors and of the feeds on the narrowest screen', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: { width: 320, height: 640 }, textSize: 32 });
    await page.goto('/best');
    await expect(firstCard(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await overflow(page)).toBe(0);
    const isCut = (elements: Element[]) =>
      elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((e) => e.textContent);
    expect(await page.getByLabel('Shortcuts').locator('span').evaluateAll(isCut)).toEqual([]);
    const name = page.getByRole('article').first().locator('header a:not([aria-hidden])').first();
    expect((await name.boundingBox())?.width).toBeGreaterThan(60);
    await page
      .getByRole('button', { name: /^More about/ })
      .first()
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await overflow(page)).toBe(0);
  });

  test('leaves all of the question before deleting within reach on the narrowest screen', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: { width: 320, height: 640 }, textSize: 32, as: mary });
    const question = await askToDelete(page);
    for (const part of [
      question.getByRole('heading'),
      question.getByRole('button', { name: 'Cancel' }),
      question.getByRole('button', { name: 'Delete' }),
    ]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    expect(await overflow(page)).toBe(0);
  });

  test('leaves the sidebar below the bars while one scrolls', async ({ openPage }) => {
    const page = await openPage({ viewport: { width: 1920, height: 1080 }, textSize: 24 });
    await page.goto('/best');
    await expect(firstCard(page)).toBeVisible();
    // Until the rest of the list is there, the page may be too short.
    const scrollOn = async () => {
      await page.mouse.wheel(0, 600);
      return page.evaluate(() => scrollY);
    };
    await expect.poll(scrollOn).toBeGreaterThan(200);
    const header = await page.locator('header[data-bar]').boundingBox();
    const sidebar = await page.locator('aside').boundingBox();
    expect(sidebar?.y).toBeGreaterThanOrEqual((header?.y ?? Infinity) + (header?.height ?? 0));
  });
});

test.describe("where the system's colors replace the site's", () => {
  const look = (element: Element) => {
    const { borderTopWidth, backgroundColor } = getComputedStyle(element);
    return { borderTopWidth, backgroundColor };
  };

  test('a filled button has an outline, and what is chosen or on its way is marked', async ({ openPage }) => {
    const page = await openPage({ as: tom });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/settings');
    const button = page.getByRole('main').getByRole('button', { name: 'Change password' });
    expect((await button.evaluate(look)).borderTopWidth).toBe('1px');
    // A background of the site's own computes to Canvas, which is still another value than none.
    const highlight = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('p'));
      probe.style.background = 'Highlight';
      return getComputedStyle(probe).backgroundColor;
    });
    await expect(page.getByRole('tab', { selected: true })).toHaveCSS('background-color', highlight);
    await page.goto('/wallet');
    await expect(page.getByRole('button', { name: 'Week' })).toHaveCSS('background-color', highlight);
    await page.getByRole('button', { name: /^Account of/ }).click();
    const settings = page.getByRole('menuitem', { name: 'Settings' });
    await settings.hover();
    await expect(settings).toHaveCSS('background-color', highlight);
    await page.goto('/best');
    await expect(page.getByRole('link', { name: 'Best', exact: true })).toHaveCSS(
      'background-color',
      highlight,
    );
    const letGo = await hold(page, /\/assets\/giveaways-/);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Giveaways' }).click();
    await expect(page.getByRole('progressbar')).toHaveCSS('background-color', highlight);
    letGo();
  });
});
