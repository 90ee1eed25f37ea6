import type { Page } from '@playwright/test';
import { signUp } from './support/api.ts';
import { type DemoGiveaways, demoGiveaways } from './support/giveaways.ts';
import { hold } from './support/hold.ts';
import { expect, test } from './support/fixtures.ts';
import { operate } from './support/operators.ts';
import { pathOf } from './support/steps.ts';

let demo: DemoGiveaways;

test.beforeAll(async () => {
  demo = await demoGiveaways();
});

const checkButton = (page: Page) => page.getByRole('button', { name: 'Check' });
const account = (page: Page) => page.getByLabel('Social account');
const WON = 'You won! Contact us at hello@likewell.example';
const LOST = "Unfortunately, you didn't win, better luck next time!";

async function check(page: Page, text: string): Promise<void> {
  await account(page).fill(text);
  await checkButton(page).click();
}

/** Collects the page's calls about giveaways, with their headers. */
function calls(page: Page) {
  const seen: { url: string; authorization: string | undefined }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/giveaways'))
      seen.push({ url: request.url(), authorization: request.headers().authorization });
  });
  return seen;
}

test.describe('/giveaways', () => {
  for (const width of [320, 640, 768, 1024, 1280]) {
    test(`has prizes of two lines at most in a window of ${width} px`, async ({ openPage }) => {
      const page = await openPage({ viewport: { width, height: 800 } });
      await page.goto('/giveaways');
      const prizes = page.getByRole('cell', { name: /LIKE for each of/ });
      await expect(prizes).not.toHaveCount(0);
      const lines = await prizes.evaluateAll((cells) =>
        cells.map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return text.getClientRects().length;
        }),
      );
      expect(Math.max(...lines)).toBeLessThanOrEqual(2);
    });
  }

  test('has names that break between words and end above the prize, in large text on a narrow screen', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: { width: 320, height: 640 }, textSize: 32 });
    await page.goto('/giveaways');
    const names = page.getByRole('cell').getByRole('link');
    await expect(names).not.toHaveCount(0);
    const rows = await names.evaluateAll((links) =>
      links.map((link) => {
        const text = document.createRange();
        text.selectNodeContents(link);
        const prize = link.closest('td')?.nextElementSibling?.getBoundingClientRect();
        return {
          extraLines: text.getClientRects().length - link.textContent.split(' ').length,
          covered: text.getBoundingClientRect().bottom - (prize?.top ?? 0),
        };
      }),
    );
    for (const { extraLines, covered } of rows) {
      expect(extraLines).toBeLessThanOrEqual(0);
      expect(covered).toBeLessThanOrEqual(0);
    }
  });

  test('is a table of Name, Prize, Date, Audience and Status, capitalised, whose names lead to the details [2.giveaways]', async ({
    openPage,
  }) => {
    const page = await openPage({ as: await signUp('mary') });
    const seen = calls(page);
    await page.goto('/best');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Giveaways' }).click();
    const table = page.getByRole('table', { name: 'Giveaways' });
    await expect(table).toBeVisible();
    await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Prize', 'Date', 'Audience', 'Status']);
    const row = table.getByRole('row').filter({ hasText: demo.drawn.title });
    const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim());
    expect(cells.filter((_, index) => index !== 2)).toEqual([
      'Autumn of letters',
      '500 LIKE for each of 5 winners',
      'Followers on X',
      'Drawn',
    ]);
    expect(cells[2]).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    await expect(page).toHaveTitle('Giveaways – Likewell');
    await table.getByRole('link', { name: demo.drawn.title }).click();
    await expect(page.getByRole('heading', { level: 1, name: demo.drawn.title })).toBeVisible();
    expect(pathOf(page)).toBe(`/giveaways/${demo.drawn.id}`);
    await expect(page).toHaveTitle('Autumn of letters – Likewell');
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.map(({ authorization }) => authorization)).toEqual(seen.map(() => undefined));
  });

  test('shows what an operator has just made', async ({ page }) => {
    const title = `Made at ${Date.now()}`;
    const end = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const facts = {
      title,
      prize: 'A cup',
      audience: 'Friends',
      rules: 'Be\nkind & <b>bold</b>.',
      end,
      winners: '1',
    };
    const words = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
    expect(await operate('giveaway', 'do=create', ...words)).toContain('is made');
    await page.goto('/giveaways');
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row.getByText('Active', { exact: true })).toBeVisible();
    await row.getByRole('link').click();
    await expect(page.getByText('kind & <b>bold</b>.')).toBeVisible();
  });
});

test.describe('/giveaways/{id}', () => {
  test('shows title, rules, the account to check and the way to the statement; an empty account is no question [2.giveaway-detail] [5.giveaway-empty]', async ({
    page,
  }) => {
    await page.goto(`/giveaways/${demo.active.id}`);
    await expect(page.getByRole('heading', { level: 1, name: demo.active.title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Rules of Participation' })).toBeVisible();
    await expect(page.getByText('One entry per social account.')).toBeVisible();
    await expect(page.getByText(/The first Bitcoin block after .*, 12:00 PM ET/)).toBeVisible();
    // Until then a check fails silently.
    await expect(account(page)).toHaveAccessibleDescription(
      /^Winners are drawn after .*, 12:00 PM ET\. Check then\.$/,
    );
    await expect(page.locator('main header')).toContainText(/ends [A-Z].*\s· Everybody on Telegram/);
    const seen = calls(page);
    await checkButton(page).click();
    await check(page, '   ');
    await account(page).press('Enter');
    expect(seen).toEqual([]);
    await page.getByRole('link', { name: 'How winners are determined' }).click();
    await expect(page).toHaveURL('/how-we-select-winners');
  });

  test('says won or lost, however the account is written, and nothing before that [2.giveaway-result] [4.giveaway-result]', async ({
    page,
  }) => {
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await expect(account(page)).toBeVisible();
    await expect(page.getByText(/Check then/)).toHaveCount(0);
    await expect(page.locator('main header')).toContainText(/ended [A-Z].*\s· Followers on X/);
    const [won, lost] = [page.getByText(WON), page.getByText(LOST)];
    expect([await won.count(), await lost.count()]).toEqual([0, 0]);
    await check(page, demo.losers[0] ?? '');
    await expect(lost).toBeVisible();
    await check(page, ` @${demo.winners[0]?.toUpperCase()}`);
    await expect(won).toBeVisible();
    await expect(lost).toHaveCount(0);
    await check(page, `https://x.com/${demo.winners[1]}?s=20`);
    await expect(won).toBeVisible();
    await account(page).fill('somebody else');
    await expect(won).toHaveCount(0);
  });

  test('has a button that is as high as the field beside it', async ({ page }) => {
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await expect(account(page)).toBeVisible();
    const [field, button] = [await account(page).boundingBox(), await checkButton(page).boundingBox()];
    expect([button?.y, button?.height]).toEqual([field?.y, field?.height]);
  });

  test('disables Check while checking', async ({ page }) => {
    await page.goto(`/giveaways/${demo.drawn.id}`);
    const letGo = await hold(page, '**/check/**');
    await account(page).fill('nobody');
    await checkButton(page).press('Enter');
    await expect(checkButton(page)).toBeDisabled();
    letGo();
    await expect(page.getByText(LOST)).toBeVisible();
    await expect(checkButton(page)).toBeEnabled();
    await expect(checkButton(page)).toBeFocused();
  });

  test('only logs that nothing is drawn yet, and shows nothing of a giveaway that does not come [8.silent-giveaway]', async ({
    openPage,
  }) => {
    const page = await openPage({ expected: [/409/, /500/, /Could not/] });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`/giveaways/${demo.active.id}`);
    await expect(account(page)).toBeVisible();
    const before = await page.locator('main').innerText();
    await check(page, 'alice');
    await expect.poll(() => logged.some((text) => text.includes('Could not check the giveaway'))).toBe(true);
    await expect(page.locator('main')).toHaveText(before, { useInnerText: true });
    await page.route(`**/api/giveaways/${demo.drawn.id}`, (route) => route.fulfill({ status: 500 }));
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await expect.poll(() => logged.some((text) => text.includes('Could not load giveaway'))).toBe(true);
    await expect(page.locator('main')).toHaveText('', { useInnerText: true });
  });
});

test.describe('Verify this draw', () => {
  test('does it again in the browser and comes to what the server published', async ({ page }) => {
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await page.getByRole('button', { name: 'Verify this draw' }).click();
    await expect(
      page.getByText('Your browser comes to the same winners, but by blocks made up for development'),
    ).toBeVisible();
    const steps = page.getByRole('list', { name: 'Steps of the draw' });
    await expect(steps.getByRole('heading')).toContainText([
      '1. The list of entries',
      '2. The noon that decides',
      '3. The Bitcoin block',
      '4. The seed',
      '5. The winners',
    ]);
    for (const winner of demo.winners) await expect(steps.getByText(winner)).toBeVisible();
    await expect(steps.getByText('These blocks are made up')).toBeVisible();
  });

  test('finds a proof that somebody changed on its way', async ({ page }) => {
    await page.route('**/proof*', async (route) => {
      const response = await route.fetch();
      const proof = await response.json();
      proof.entries[7] = `${proof.entries[7]}x`;
      await route.fulfill({ response, json: proof });
    });
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await page.getByRole('button', { name: 'Verify this draw' }).click();
    await expect(page.getByText(/The draw does not hold: \d of 5 steps/)).toBeVisible();
    await expect(page.getByText(/^Published: /).first()).toBeVisible();
  });

  test('of 100,000 entries leaves the page alive', async ({ page }) => {
    test.setTimeout(180_000);
    await page.route('**/proof*', async (route) => {
      const response = await route.fetch();
      const proof = await response.json();
      proof.entries = Array.from(
        { length: 100_000 },
        (_, index) => `account_${String(index).padStart(6, '0')}`,
      );
      await route.fulfill({ response, json: proof });
    });
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await expect(page.getByRole('button', { name: 'Verify this draw' })).toBeVisible();
    await page.evaluate(() => {
      const percents = new Set<number>();
      Object.assign(window, { percents });
      new MutationObserver(() => {
        const told = /Calculating the tickets, (\d+)%/.exec(document.body.textContent);
        if (told) percents.add(Number(told[1]));
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const startedAt = Date.now();
    await page.getByRole('button', { name: 'Verify this draw' }).click();
    await expect(page.getByText('The draw does not hold')).toBeVisible({ timeout: 150_000 });
    process.stdout.write(`100,000 entries: ${Date.now() - startedAt} ms\n`);
    const percents = await page.evaluate(() => [
      ...(window as unknown as { percents: Set<number> }).percents,
    ]);
    // The page was rendered again at every percent of the progress.
    expect(percents).toEqual(Array.from({ length: 100 }, (_, percent) => percent));
  });
});
