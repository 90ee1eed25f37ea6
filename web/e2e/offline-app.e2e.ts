import type { Page } from '@playwright/test';
import { publish, signUp } from './support/api.ts';
import { cut, mend, NETWORK_ERRORS } from './support/bad-network.ts';
import { expect, test } from './support/fixtures.ts';
import { openReleases } from './support/releases.ts';
import { dialog, pathOf } from './support/steps.ts';

/** Waits until the worker serves this page and has cached all its files. */
const whenKept = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise<void>((done) =>
        active?.addEventListener('statechange', () => active.state === 'activated' && done()),
      );
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
  });

test.describe('the page as an app', () => {
  test('names itself, with icons that are there', async ({ page, request }) => {
    await page.goto('/best');
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const response = await request.get(address ?? '');
    expect(response.headers()['content-type']).toContain('application/manifest+json');
    const manifest = (await response.json()) as {
      start_url: string;
      display: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect(manifest).toMatchObject({ name: 'Likewell', start_url: '/best', display: 'standalone' });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? ''}`.trim())).toEqual([
      'any',
      '192x192',
      '512x512',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (of) => {
        const image = new Image();
        image.src = of;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      if (sizes !== 'any') expect(size).toBe(sizes);
    }
  });

  test('opens offline, with the feed that was read last, and what needs the network says so', async ({
    openPage,
  }) => {
    const mary = await signUp('mary');
    await publish(mary, 'Read before the tunnel');
    const page = await openPage({ as: mary, serviceWorker: true, expected: NETWORK_ERRORS });
    await page.goto('/best');
    await whenKept(page);
    // The worker was not there yet when the first feed was read. Others may write a screenful at any time, so
    // the posts at the top are the ones that are looked for.
    const first = page.locator('[data-post-id]').first();
    const read = async (path: string) => {
      await page.goto(path);
      return (await first.getAttribute('data-post-id')) ?? '';
    };
    const [newest, best] = [await read('/new'), await read('/best')];
    await cut(page);
    await page.goto('/new');
    await expect(page.getByRole('heading', { level: 1, name: 'New Posts' })).toBeAttached();
    await expect(first).toHaveAttribute('data-post-id', newest);
    await expect(page.getByRole('button', { name: `Account of ${mary.user.username}` })).toBeVisible();
    await page.goto('/');
    await expect(first).toHaveAttribute('data-post-id', best);
    // A post from the list, and a screen that was never opened.
    await page.locator('[data-post-id] h2 a').first().click();
    await expect(page.locator('h1')).toBeVisible();
    await page.getByRole('link', { name: 'Following', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Following', exact: true })).toBeAttached();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'White paper' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'White paper' })).toBeVisible();
    await mend(page);
  });

  test('keeps nothing that belongs to a member', async ({ openPage }) => {
    const mary = await signUp('mary');
    const page = await openPage({ as: mary, serviceWorker: true });
    await page.goto('/best');
    await whenKept(page);
    for (const path of ['/following', '/wallet', `/u/${mary.user.username}`, '/settings', '/new']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    }
    await page.waitForTimeout(500);
    const kept = await page.evaluate(async () => {
      const paths: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
      return paths.filter((path) => path.startsWith('/api/'));
    });
    expect(kept.every((path) => ['/api/posts/best', '/api/posts/new'].includes(path))).toBe(true);
  });

  test('asks again for a file that the server which was asked has not, while a release rolls out', async ({
    openPage,
  }) => {
    const site = await openReleases();
    const page = await openPage({ serviceWorker: true, expected: NETWORK_ERRORS });
    await page.goto(`${site.url}/best`);
    await whenKept(page);
    site.missOnce();
    const program = (await page.locator('script[type=module]').getAttribute('src')) ?? '';
    const statusOf = (path: string) => page.evaluate(async (asked) => (await fetch(asked)).status, path);
    // A file of the next release, which the worker does not have.
    expect(await statusOf(program.replace('/assets/', '/assets/next-'))).toBe(200);
    site.close();
  });

  test('is not interrupted by a release: the old page stays, with its place, text and parts', async ({
    openPage,
  }) => {
    const site = await openReleases();
    const page = await openPage({ as: await signUp('mary'), serviceWorker: true, expected: NETWORK_ERRORS });
    await page.goto(`${site.url}/create`);
    await whenKept(page);
    await page.getByLabel('Title', { exact: true }).fill('Written across a release');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    site.release();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    // The next worker has cached all its files, and would be ready.
    const isReady = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.installing === null && (await caches.has('files-next'));
      });
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Written across a release');
    await page.getByRole('link', { name: 'Likewell, home' }).click();
    await page.locator('[data-post-id]').first().getByRole('button', { name: 'Share' }).click();
    await expect(dialog(page).getByLabel('Your referral link')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'White paper' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'White paper' })).toBeVisible();
    expect([await page.evaluate(() => 'isSamePage' in window), pathOf(page)]).toEqual([true, '/whitepaper']);
    const next = await page.evaluate(
      async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state,
    );
    expect(next).toBe('installed');
    site.close();
  });
});
