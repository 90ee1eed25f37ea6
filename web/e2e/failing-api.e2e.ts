import type { Page, Route } from '@playwright/test';
import { type PostResponse, publish, type SignedUp, signUp } from './support/api.ts';
import { finishTasks } from './support/clock.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/fixtures.ts';
import { alert, balance, card, dialog, nextFrame, pathOf, scrollToEnd, writePost } from './support/steps.ts';

/** Calls are intercepted in this file only: a real back end does not fail on demand. */

const EXPECTED = [/Failed to load resource/, /Could not load/, /ERR_/];

/** A call that never gets a response; it times out after 15 seconds, longer than a test should wait. */
const HANGS = 'nothing, for ever,';

const FAILURES: Record<string, (route: Route) => Promise<void> | undefined> = {
  500: (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.', code: 'INTERNAL' } }),
  [HANGS]: () => undefined,
  garbage: (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '<html>{"items":' }),
  'another shape': (route) => route.fulfill({ status: 200, json: { items: 'none', user: 7 } }),
  'a cut connection': (route) => route.abort('internetdisconnected'),
};

/** Both end in the same error as a 500 (client.test.ts): they are sent to the first screen and to one of a member. */
const RARE = ['garbage', 'a cut connection'];
const WITH_RARE = ['/best', '/wallet'];

let mary: SignedUp;
let post: PostResponse;

test.beforeAll(async () => {
  mary = await signUp('mary');
  post = await publish(mary, 'Before the outage', 'A few words.');
});

interface Screen {
  path: () => string;
  as?: true;
  /** Checks what is shown however the API behaves. */
  stands: (page: Page) => Promise<void>;
  /** True when the screen shows nothing until it has loaded (spec, section 2). */
  isEmptyAtFirst?: true;
}

const chrome = (page: Page) => expect(page.getByRole('link', { name: 'Likewell, home' })).toBeVisible();
const h1 = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeAttached();

const SCREENS: Record<string, Screen> = {
  '/best': { path: () => '/best', stands: h1('Top Posts') },
  '/new': { path: () => '/new', stands: h1('New Posts') },
  '/u/{username}': { path: () => `/u/${mary.user.username}`, stands: h1(/Posts$/) },
  '/p/{id}': { path: () => `/p/${post.id}`, stands: chrome },
  '/create': {
    path: () => '/create',
    as: true,
    stands: (page) => expect(page.getByLabel('Body', { exact: true })).toBeVisible(),
  },
  '/edit/{postId}': { path: () => `/edit/${post.id}`, as: true, stands: chrome },
  '/wallet': { path: () => '/wallet', as: true, stands: h1('Wallet') },
  '/giveaways': { path: () => '/giveaways', stands: h1('Giveaways') },
  '/giveaways/{id}': { path: () => '/giveaways/1', stands: chrome, isEmptyAtFirst: true },
  '/whitepaper': { path: () => '/whitepaper', stands: h1('White paper') },
};

for (const [screen, { path, as, stands, isEmptyAtFirst = false }] of Object.entries(SCREENS))
  test.describe(screen, () => {
    for (const [failure, fail] of Object.entries(FAILURES)) {
      if (RARE.includes(failure) && !WITH_RARE.includes(screen)) continue;

      test(`stands and says nothing when the API answers ${failure}`, async ({ openPage }) => {
        const page = await openPage({ ...(as && { as: mary }), expected: EXPECTED });
        await page.clock.install();
        // The call for the session is tested separately, below.
        await page.route(/\/api\/(?!auth\/me)/, fail);
        const ends = failure !== HANGS;
        const logged: string[] = [];
        page.on('console', (message) => logged.push(message.text()));
        await page.goto(path());
        await stands(page);
        // The page asks again after one second, and after two more.
        const gaveUp = async () => {
          await page.clock.runFor(1000);
          return logged.some((text) => text.startsWith('Could not load'));
        };
        if (ends) await expect.poll(gaveUp).toBe(true);
        await page.clock.runFor(300);
        await finishTasks(page);
        await chrome(page);
        // The call that fails first is not always the one with the screen's content.
        const isEmpty = async () => (await page.locator('main').innerText()) === '';
        if (ends) await expect.poll(isEmpty).toBe(isEmptyAtFirst);
        await expect(page.getByText('This page could not be shown')).toHaveCount(0);
        await expect(alert(page)).toHaveCount(0);
        await expect(page.getByRole('button', { name: /retry|again/i })).toHaveCount(0);
        expect(pathOf(page)).toBe(path());
      });
    }
  });

test.describe('what is read', () => {
  test('stays when the next page fails, and the list stops [8.silent-feed]', async ({ openPage }) => {
    const page = await openPage({ expected: EXPECTED });
    let calls = 0;
    let inFirstPage = 0;
    await page.route('**/api/posts/new**', async (route) => {
      calls += 1;
      if (!route.request().url().endsWith('cursor='))
        return route.fulfill({ status: 400, json: { error: 'No.' } });
      const response = await route.fetch();
      const first = (await response.json()) as { items: unknown[] };
      inFirstPage = first.items.length;
      return route.fulfill({ json: { items: first.items, nextCursor: 'broken' } });
    });
    await page.goto('/new');
    const cards = page.locator('[data-post-id]');
    await expect(cards.first()).toBeVisible();
    // The first few are painted before the others.
    await expect(cards).toHaveCount(inFirstPage);
    await scrollToEnd(page);
    await expect.poll(() => calls).toBe(2);
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
    // Far from the end and back at it, each seen by the page.
    await page.evaluate(() => window.scrollTo(0, 0));
    await nextFrame(page);
    await scrollToEnd(page);
    await nextFrame(page);
    await finishTasks(page);
    expect([await cards.count(), calls]).toEqual([inFirstPage, 2]);
    await expect(alert(page)).toHaveCount(0);
  });

  test('renders nothing of a post while it is loading [2.post-nothing-while-loading]', async ({ page }) => {
    await page.clock.install();
    await page.route(`**/api/posts/${post.id}`, () => undefined);
    await page.goto(`/p/${post.id}`);
    await chrome(page);
    await page.clock.runFor(300);
    await finishTasks(page);
    await expect(page.locator('main')).toHaveText('', { useInnerText: true });
  });

  test("is 'Post not found' on the post's page and its form when the fetch fails", async ({ openPage }) => {
    for (const path of [`/p/${post.id}`, `/edit/${post.id}`]) {
      const page = await openPage({ as: mary, expected: EXPECTED });
      await page.route(`**/api/posts/${post.id}`, (route) =>
        route.fulfill({ status: 404, json: { error: 'Gone.' } }),
      );
      await page.goto(path);
      await expect(page.getByText('Post not found')).toBeVisible();
    }
  });

  test('of the wallet stays silent, and claims nothing [8.silent-history]', async ({ openPage }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    await page.route('**/api/wallet/history**', (route) =>
      route.fulfill({ status: 400, json: { error: 'No.' } }),
    );
    await page.goto('/wallet');
    await expect(page.getByTestId('history-skeleton').first()).toHaveCount(0);
    await expect(page.getByText("You haven't had any transactions yet")).toHaveCount(0);
    await expect(alert(page)).toHaveCount(0);
    await expect(page.locator('main').getByText('100 LIKE', { exact: true })).toBeVisible();
  });
});

test.describe('the price', () => {
  const shown = (page: Page) => page.locator('main').getByLabel('Balance').locator('dd').last();

  test("that cannot be learnt reads 'N/A' and is only logged, and the chart claims nothing [2.wallet-price-na] [8.silent-price]", async ({
    openPage,
  }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/api/price**', (route) => route.fulfill({ status: 500, json: { error: 'No.' } }));
    await page.goto('/wallet');
    await expect(shown(page)).toHaveText('N/A');
    await expect(page.getByText('≈ N/A')).toHaveCount(1);
    await expect(page.locator('canvas')).toHaveCount(0);
    await expect(alert(page)).toHaveCount(0);
    // A read that goes on failing is logged each time.
    const unread = () => new Set(logged.map((text) => /^Could not load (price\S*)/.exec(text)?.[1] ?? ''));
    await expect.poll(unread).toEqual(new Set(['', 'price', 'price-history']));
  });

  test("that is not known reads 'N/A', and an empty chart says so", async ({ openPage }) => {
    const page = await openPage({ as: mary });
    await page.route('**/api/price', (route) => route.fulfill({ json: { usd: null, as_of: null } }));
    await page.route('**/api/price/history?**', (route) => route.fulfill({ json: { items: [] } }));
    await page.goto('/wallet');
    await expect(shown(page)).toHaveText('N/A');
    await expect(
      page.getByText('No prices are recorded yet. The chart begins with the first one.'),
    ).toBeVisible();
  });

  test('that stays away after it was there stays shown', async ({ openPage }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    await page.clock.install();
    await page.goto('/wallet');
    await expect(shown(page)).toHaveText(/^\$\d/);
    await expect(page.locator('canvas').first()).toBeVisible();
    const before = await shown(page).innerText();
    await page.route('**/api/price**', (route) => route.abort('connectionrefused'));
    await page.clock.runFor(5 * 60_000);
    await expect(shown(page)).toHaveText(before, { useInnerText: true });
    await expect(page.locator('canvas').first()).toBeVisible();
    await page.clock.runFor(6 * 60_000);
    await expect(shown(page)).toHaveText('N/A');
  });
});

test.describe('what is written', () => {
  const SILENT = { status: 500, json: {} };

  test("says 'Failed to create post' and keeps the text [8.create-failed]", async ({ openPage }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    await page.route('**/api/posts', (route) => route.fulfill(SILENT));
    await page.goto('/create');
    await writePost(page, 'Not lost', 'Neither is this.');
    await expect(alert(page)).toHaveText('Failed to create post');
    await expect(page.getByLabel('Body', { exact: true })).toHaveValue('Neither is this.');
  });

  test("says 'Failed to generate post', or the server's sentence, and a draft of markup stays text [8.generate-failed]", async ({
    openPage,
  }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    let response: object = SILENT;
    await page.route('**/api/ai/generate-post', (route) => route.fulfill(response));
    await page.goto('/create');
    await page.getByLabel('What should your post be about?').fill('bees');
    const draft = page.getByRole('button', { name: 'Draft with AI' });
    await draft.click();
    await expect(alert(page)).toHaveText('Failed to generate post');
    response = { status: 503, json: { error: 'The AI took too long.', code: 'AI_TIMED_OUT' } };
    await draft.click();
    await expect(alert(page)).toHaveText('The AI took too long.');
    response = { status: 200, json: { title: 7, body: null } };
    await draft.click();
    await expect(alert(page)).toHaveText('Failed to generate post');
    const [title, body] = ['<b>Bold</b>', '<img src=x onerror="document.title=1"> [x](javascript:alert(1))'];
    response = { status: 200, json: { title, body, draft_id: crypto.randomUUID(), stand_in: false } };
    await draft.click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title);
    await page
      .locator('main form', { has: page.getByLabel('Title', { exact: true }) })
      .getByRole('button', { name: 'Post', exact: true })
      .click();
    const written = page.locator('[data-post-id]').first();
    await expect(written.getByRole('heading')).toHaveText(title);
    await expect(written).toContainText(body);
    await expect(written.locator('b, img[src="x"], a[href*="alert"]')).toHaveCount(0);
  });

  test("says 'Saving...', then 'Failed to update post', or the server's sentence [2.create-working] [8.update-failed]", async ({
    openPage,
  }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    let response: object = SILENT;
    await page.route(`**/api/posts/${post.id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await expect(page.getByText('Saving...')).toBeVisible();
      return route.fulfill(response);
    });
    await page.goto(`/edit/${post.id}`);
    await writePost(page, 'Changed', 'Words.');
    await expect(alert(page)).toHaveText('Failed to update post');
    response = { status: 403, json: { error: 'Only the author can change this post.' } };
    await page.locator('main button[type=submit]').click();
    await expect(alert(page)).toHaveText('Only the author can change this post.');
    expect(pathOf(page)).toBe(`/edit/${post.id}`);
  });

  test("alerts 'Failed to delete', and the post stays [8.delete-failed]", async ({ openPage }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    await page.route(`**/api/posts/${post.id}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(SILENT) : route.continue(),
    );
    await page.goto(`/u/${mary.user.username}`);
    await card(page, post.id)
      .getByRole('button', { name: /^More about/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const alerted = new Promise<string>((resolve) => {
      page.once('dialog', (box) => {
        resolve(box.message());
        void box.accept();
      });
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    expect(await alerted).toBe('Failed to delete');
    await expect(card(page, post.id)).toBeVisible();
  });

  test("says 'Error' when logging in fails without a sentence [8.auth-error]", async ({ openPage }) => {
    const page = await openPage({ expected: EXPECTED });
    await page.route('**/api/auth/login', (route) => route.fulfill(SILENT));
    await page.goto('/best');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await dialog(page).getByLabel('Username or e-mail').fill('mary');
    await dialog(page).getByLabel('Password').fill('password');
    await page.keyboard.press('Enter');
    await expect(alert(page)).toHaveText('Error');
  });

  test("says 'Error' when a tip fails without a sentence, and 'Failed to update likes' when only the look at it fails [8.tip-error] [8.update-likes]", async ({
    openPage,
  }) => {
    const tom = await signUp('tom');
    const page = await openPage({ as: tom, expected: EXPECTED });
    await page.route('**/like', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto(`/p/${post.id}`);
    const send = card(page, post.id)
      .first()
      .getByRole('button', { name: /Send tokens/ });
    await send.click();
    const submit = dialog(page).locator('button[type=submit]');
    await submit.click();
    await expect(alert(page)).toHaveText('Error');
    await page.unroute('**/like');
    await page.route(`**/api/posts/${post.id}`, (route) => route.fulfill(SILENT));
    await submit.click();
    await expect(alert(page)).toHaveText('Failed to update likes');
    await expect(balance(page)).toContainText('99');
  });
});

test.describe('the session', () => {
  test('survives an outage at start-up: who is logged in stays shown, and is renewed by its end', async ({
    openPage,
  }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    const endOutage = await hold(page, '**/api/auth/me');
    let asked = 0;
    await page.route('**/api/auth/me', (route) => {
      asked += 1;
      if (asked === 1)
        return route.fulfill({ status: 503, json: { error: 'Not now.', code: 'UNAVAILABLE' } });
      if (asked === 2) return route.abort('connectionrefused');
      return route.fallback();
    });
    await page.goto('/best');
    const account = page.getByRole('button', { name: `Account of ${mary.user.username}` });
    await expect(account).toBeVisible();
    // Two calls have failed, and the third is waiting.
    await expect.poll(() => asked).toBe(3);
    await expect(account).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(mary.token);
    endOutage();
    await expect(balance(page)).toContainText('100');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toHaveCount(0);
  });

  test('is dropped silently when the server does not know it [8.token-check]', async ({ openPage }) => {
    const page = await openPage({ as: mary, expected: EXPECTED });
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ status: 401, json: { error: 'Please log in.' } }),
    );
    await page.goto('/best');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    await expect(alert(page)).toHaveCount(0);
    await expect(dialog(page)).toHaveCount(0);
  });
});
