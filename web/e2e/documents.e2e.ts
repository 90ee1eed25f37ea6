import type { Page } from '@playwright/test';
import { expect, PHONE, test } from './support/fixtures.ts';
import { pathOf } from './support/steps.ts';

const heading = (page: Page, level: number, name: string) => page.getByRole('heading', { level, name });

/**
 * Opens a document, checks its titles and that its contents list each of its sections, and returns its text, with each
 * run of white space as one space.
 */
async function read(page: Page, path: string, title: string): Promise<string> {
  await page.goto(path);
  await expect(heading(page, 1, title)).toBeVisible();
  await expect(page).toHaveTitle(`${title} – Likewell`);
  const anchors = await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const ids = await page.locator('main h2').evaluateAll((all) => all.map(({ id }) => `#${id}`));
  expect(anchors).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  return (await page.locator('main article').innerText()).replace(/\s+/g, ' ');
}

test.describe('the white paper', () => {
  test('states the supply and its distribution, how each like is split, and by what the holders’ part is shared [2.whitepaper] [9.supply]', async ({
    page,
  }) => {
    const text = await read(page, '/whitepaper', 'White paper');
    for (const fact of [
      '1 billion LIKE',
      'Liquidity 78%',
      'Treasury 12%',
      'Reserve 10%',
      '12-month vesting',
      'Author 70%',
      'Token holders 20%',
      'Platform 10%',
      'by their balance on Likewell at that moment',
      'out of the platform’s part',
      '0.000001 LIKE',
    ])
      expect(text).toContain(fact);
  });
});

test.describe('the other texts', () => {
  test('the terms state the age, the split, the referral and what LIKE is not worth [2.terms-of-service]', async ({
    page,
  }) => {
    const text = await read(page, '/terms-of-service', 'Terms of Service');
    for (const fact of [
      'at least 13 years old',
      '70% to the author',
      '20% to token holders',
      '10% to the platform',
    ])
      expect(text).toContain(fact);
    expect(text).toContain('You get 10% of the LIKE from all transactions of your referrals');
    expect(text).toContain('for use within Likewell and carries no monetary value');
  });

  test('the terms lead to the licenses of what others made', async ({ page }) => {
    await page.goto('/terms-of-service');
    await page.getByRole('link', { name: 'their licenses' }).click();
    for (const part of ['== react-dom ', 'The Inter Project Authors'])
      await expect(page.getByText(part)).toBeVisible();
  });

  test('the privacy policy names what the browser keeps [2.privacy-policy]', async ({ page }) => {
    const text = await read(page, '/privacy-policy', 'Privacy policy');
    for (const fact of ['token and user', 'ref if you came', 'theme if you chose', 'hello@likewell.example'])
      expect(text).toContain(fact);
  });

  test('the winner statement gives the rules of every draw [2.how-we-select-winners] [9.draw-snapshot] [9.draw-randomness] [9.draw-dispute] [9.draw-postponed]', async ({
    page,
  }) => {
    const text = await read(page, '/how-we-select-winners', 'How we select winners');
    for (const fact of [
      'A snapshot of all entries is taken at 11:59 PM ET on the end date and hashed with SHA-256',
      'first Bitcoin block after 12:00 PM ET the next day',
      '90-minute fallback',
      'postponed by 24 hours',
      'dispute ticket may be filed within 30 days',
    ])
      expect(text).toContain(fact);
  });
});

test.describe('a text', () => {
  const topOf = (page: Page, id: string) =>
    page.locator(`#${id}`).evaluate((it) => it.getBoundingClientRect().top);

  /** Returns true where a section stands below bars of this height, at the top of what is left. */
  const isBelow = async (page: Page, id: string, bars: number) => {
    const top = await topOf(page, id);
    return top > bars && top < 140;
  };

  test('leads from its contents to a section, clear of the header, by an address that can be shared', async ({
    page,
    openPage,
  }) => {
    await page.goto('/whitepaper');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: 'Share and earn' }).click();
    await expect.poll(() => isBelow(page, 'referral', 104)).toBe(true);
    const shared = await openPage({ viewport: PHONE });
    await shared.goto(page.url());
    await expect.poll(() => isBelow(shared, 'referral', 96)).toBe(true);
  });

  test('keeps its contents folded on a phone until somebody wants them', async ({ openPage }) => {
    const page = await openPage({ viewport: PHONE });
    await page.goto('/terms-of-service');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const link = contents.getByRole('link', { name: 'Likes and their split' });
    await expect(contents.getByText('Contents')).toBeVisible();
    await expect(link).toHaveCount(0);
    await contents.getByText('Contents').click();
    await link.click();
    await expect.poll(() => topOf(page, 'split')).toBeLessThan(140);
  });

  test('links to the others, and from there back to the top', async ({ page }) => {
    await page.goto('/terms-of-service');
    await page
      .getByRole('navigation', { name: 'Read on' })
      .getByRole('link', { name: 'How we select winners' })
      .click();
    await expect(heading(page, 1, 'How we select winners')).toBeVisible();
    expect(pathOf(page)).toBe('/how-we-select-winners');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('prints black on white without what stands around it, also in the dark theme', async ({
    openPage,
  }) => {
    const page = await openPage({ theme: 'dark' });
    await page.goto('/privacy-policy');
    await expect(heading(page, 1, 'Privacy policy')).toBeVisible();
    await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
    for (const name of ['Announcement', 'Sidebar']) await expect(page.getByLabel(name)).toBeHidden();
    await expect(page.locator('header[data-bar]')).toBeHidden();
    await expect(page.getByRole('button', { name: /^Switch to/ })).toBeHidden();
    const colors = await page.evaluate(() => {
      const root = getComputedStyle(document.documentElement);
      return [root.backgroundColor, root.color];
    });
    expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  });
});
