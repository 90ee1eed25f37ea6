import type { Page } from '@playwright/test';
import { type PostResponse, publish, publishMany, type SignedUp, signUp } from './support/api.ts';
import { hold } from './support/hold.ts';
import { prose } from './support/prose.ts';
import { DESKTOP, expect, PHONE, test } from './support/fixtures.ts';
import { respondLate, makeSlow, readLoading } from './support/late.ts';
import { alert } from './support/steps.ts';

const MOST_SHIFT = 0.02;
const FIRST_PAGE = '/api/posts/best?range=all&cursor=';

let mary: SignedUp;
let tom: SignedUp;
let post: PostResponse;

test.beforeAll(async () => {
  [mary, tom] = await Promise.all([signUp('mary'), signUp('tom')]);
  await publishMany(mary, 22);
  post = await publish(mary, 'Slowly', prose(100));
});

/** What is slow on purpose may take long on a busy machine. */
const patiently = expect.configure({ timeout: 60_000 });

const firstCard = (page: Page) => patiently(page.locator('[data-post-id]').first()).toBeVisible();

interface Screen {
  path: () => string;
  as?: () => SignedUp;
  ready: (page: Page) => Promise<void>;
}

const SCREENS: Record<string, Screen> = {
  '/best': { path: () => '/best', ready: firstCard },
  '/best, signed in,': { path: () => '/best', as: () => tom, ready: firstCard },
  '/new': { path: () => '/new', ready: firstCard },
  '/new, signed in,': { path: () => '/new', as: () => tom, ready: firstCard },
  '/p/{id}': { path: () => `/p/${post.id}`, ready: firstCard },
  '/u/{username}': { path: () => `/u/${mary.user.username}`, ready: firstCard },
  '/u/{username}, signed in,': { path: () => `/u/${mary.user.username}`, as: () => tom, ready: firstCard },
  '/wallet': {
    path: () => '/wallet',
    as: () => tom,
    ready: async (page) => {
      await patiently(page.getByText('Sign-up bonus')).toBeVisible();
      await patiently(page.locator('canvas').first()).toBeVisible();
    },
  },
  '/settings': {
    path: () => '/settings',
    as: () => tom,
    ready: (page) => patiently(page.getByLabel('New password', { exact: true })).toBeVisible(),
  },
  '/settings#security': {
    path: () => '/settings#security',
    as: () => tom,
    ready: (page) => patiently(page.getByRole('list', { name: 'What happened' })).toBeVisible(),
  },
};

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test.describe(`on ${device} that is slow, with answers that come late,`, () => {
    for (const [name, { path, as, ready }] of Object.entries(SCREENS))
      test(`${name} stands still while it loads`, async ({ openPage }) => {
        const page = await openPage({ viewport, ...(as && { as: as() }) });
        await makeSlow(page);
        await respondLate(page);
        await page.goto(path());
        await ready(page);
        await page.waitForLoadState('networkidle');
        const { cls, lcpMs, moved } = await readLoading(page);
        console.log(`${name} on ${device}: CLS ${cls.toFixed(4)}, LCP ${lcpMs} ms`);
        expect(cls, moved.join('\n')).toBeLessThanOrEqual(MOST_SHIFT);
      });
  });

test('what stands for a face is round until it comes', async ({ page }) => {
  const letCome = await hold(page, '**/api/**');
  await page.goto(`/u/${mary.user.username}`);
  const faces = page.locator('[aria-label=Profile] > div:first-child, [data-testid=post-skeleton] .size-6');
  await expect(faces).toHaveCount(2);
  const areRound = await faces.evaluateAll((all) =>
    all.map((face) => Number.parseFloat(getComputedStyle(face).borderRadius) >= face.clientWidth / 2),
  );
  expect(areRound).toEqual([true, true]);
  letCome();
});

test('a page in English asks for one font, and other letters for one more', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) =>
    fonts.push(...(/inter-([a-z-]+)-[\w-]{8}\.woff2$/.exec(request.url())?.slice(1) ?? [])),
  );
  await page.goto('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.querySelector('main')?.append('a café'));
  await page.evaluate(() => document.fonts.ready);
  expect(fonts).toEqual(['english']);
  await page.evaluate(() => document.querySelector('main')?.append('ö ß ñ'));
  await expect.poll(() => page.evaluate(() => document.fonts.check('17px Inter', 'ößñ'))).toBe(true);
  expect(fonts).toEqual(['english', 'latin']);
});

test.describe('the first posts', () => {
  for (const path of ['/', '/best'])
    test(`are asked for at ${path} before the program is there, and only once`, async ({ page }) => {
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().endsWith(FIRST_PAGE)) asked += 1;
      });
      const letProgramCome = await hold(page, '**/assets/*.js');
      await page.goto(path, { waitUntil: 'commit' });
      await expect.poll(() => asked).toBe(1);
      letProgramCome();
      await firstCard(page);
      await page.waitForLoadState('networkidle');
      expect(asked).toBe(1);
    });

  test('are asked for nowhere else before they are needed', async ({ page }) => {
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(FIRST_PAGE)) asked += 1;
    });
    await page.goto('/new');
    await firstCard(page);
    await page.waitForLoadState('networkidle');
    expect(asked).toBe(0);
  });

  test('come all the same when the early call is cut off', async ({ openPage }) => {
    const page = await openPage({ expected: [/ERR_/, /Failed to load resource/] });
    let calls = 0;
    await page.route(`**${FIRST_PAGE.replace('?', '\\?')}`, (route) => {
      calls += 1;
      return calls === 1 ? route.abort('connectionreset') : route.continue();
    });
    await page.goto('/best');
    await firstCard(page);
    expect(calls).toBe(2);
    await expect(alert(page)).toHaveCount(0);
  });

  test('are fresh when the reader goes to them again, and by Back as they were', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/best');
    await firstCard(page);
    await page.getByRole('link', { name: 'New', exact: true }).first().click();
    // The address changes before the screen is shown, which may still be loading.
    await expect(page.getByRole('heading', { name: 'New Posts' })).toBeVisible();
    await page.goBack();
    await firstCard(page);
    const calls = () => asked.filter((url) => url.endsWith(FIRST_PAGE)).length;
    expect(calls()).toBe(1);
    await page.getByRole('link', { name: 'New', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'New Posts' })).toBeVisible();
    await page.getByRole('link', { name: 'Best', exact: true }).first().click();
    await expect.poll(calls).toBe(2);
    await firstCard(page);
  });
});

test.describe('a post', () => {
  const apiPath = () => `/api/posts/${post.id}`;

  test('is asked for before the program is there, and only once', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const letProgramCome = await hold(page, '**/assets/index-*.js');
    await page.goto(`/p/${post.id}`, { waitUntil: 'commit' });
    await expect.poll(() => asked).toContain(apiPath());
    letProgramCome();
    await firstCard(page);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => path === apiPath())).toHaveLength(1);
  });

  test('is shown by the program alone', async ({ page }) => {
    const letPartsCome = await hold(page, /\/assets\/(?!index-)[^/]+\.js$/);
    await page.goto(`/p/${post.id}`);
    await expect(page.getByRole('heading', { name: 'Slowly' })).toBeVisible();
    letPartsCome();
  });

  test('is asked for with a member’s session, and not without', async ({ openPage }) => {
    const page = await openPage({ as: tom });
    const sessions: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(apiPath())) sessions.push(request.headers().authorization);
    });
    await page.goto(`/p/${post.id}`);
    await firstCard(page);
    await page.waitForLoadState('networkidle');
    expect(sessions).toEqual([`Bearer ${tom.token}`]);
  });
});
