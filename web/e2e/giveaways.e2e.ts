import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signUp } from './support/api.ts';
import { type DemoGiveaways, demoGiveaways } from './support/giveaways.ts';
import { hold } from './support/hold.ts';
import { useJourneys } from './support/journeys.ts';
import { operate } from './support/operators.ts';
import { pathOf } from './support/steps.ts';

const openPage = useJourneys();
let demo: DemoGiveaways;
beforeAll(async () => {
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

/** The calls about giveaways that the page makes, with their headers. */
function calls(page: Page) {
  const seen: { url: string; authorization: string | undefined }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/giveaways'))
      seen.push({ url: request.url(), authorization: request.headers().authorization });
  });
  return seen;
}

describe('/giveaways', () => {
  it('is a table of Name, Prize, Date, Audience and Status, capitalised, whose names lead to the details [2.giveaways]', async () => {
    const page = await openPage({ as: await signUp('mary') });
    const seen = calls(page);
    await page.goto('/best');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Giveaways' }).click();
    const table = page.getByRole('table', { name: 'Giveaways' });
    await table.waitFor();
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Name',
      'Prize',
      'Date',
      'Audience',
      'Status',
    ]);
    const row = table.getByRole('row').filter({ hasText: demo.drawn.title });
    const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => text.trim());
    expect(cells.filter((_, index) => index !== 2)).toEqual([
      'Autumn of letters',
      '500 LIKE for each of 5 winners',
      'Followers on X',
      'Drawn',
    ]);
    expect(cells[2]).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
    await expect.poll(() => page.title()).toBe('Giveaways – Likewell');
    await table.getByRole('link', { name: demo.drawn.title }).click();
    await page.getByRole('heading', { level: 1, name: demo.drawn.title }).waitFor();
    expect(pathOf(page)).toBe(`/giveaways/${demo.drawn.id}`);
    await expect.poll(() => page.title()).toBe('Autumn of letters – Likewell');
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.map(({ authorization }) => authorization)).toEqual(seen.map(() => undefined));
  });

  it('shows what an operator has just made', async () => {
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
    const page = await openPage();
    await page.goto('/giveaways');
    const row = page.getByRole('row').filter({ hasText: title });
    await row.getByText('Active', { exact: true }).waitFor();
    await row.getByRole('link').click();
    await page.getByText('kind & <b>bold</b>.').waitFor();
  });
});

describe('/giveaways/{id}', () => {
  it('shows title, rules, the account to check and the way to the statement; an empty account is no question [2.giveaway-detail] [5.giveaway-empty]', async () => {
    const page = await openPage();
    await page.goto(`/giveaways/${demo.active.id}`);
    await page.getByRole('heading', { level: 1, name: demo.active.title }).waitFor();
    await page.getByRole('heading', { name: 'Rules of Participation' }).waitFor();
    await page.getByText('One entry per social account.').waitFor();
    await page.getByText(/The first Bitcoin block after .*, 12:00 PM ET/).waitFor();
    const seen = calls(page);
    await checkButton(page).click();
    await check(page, '   ');
    await account(page).press('Enter');
    expect(seen).toEqual([]);
    await page.getByRole('link', { name: 'How winners are determined' }).click();
    await expect.poll(() => pathOf(page)).toBe('/how-we-select-winners');
  });

  it('says won or lost, however the account is written, and nothing before that [2.giveaway-result] [4.giveaway-result]', async () => {
    const page = await openPage();
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await account(page).waitFor();
    const [won, lost] = [page.getByText(WON), page.getByText(LOST)];
    expect([await won.count(), await lost.count()]).toEqual([0, 0]);
    await check(page, demo.losers[0] ?? '');
    await lost.waitFor();
    await check(page, ` @${demo.winners[0]?.toUpperCase()}`);
    await won.waitFor();
    expect(await lost.count()).toBe(0);
    await check(page, `https://x.com/${demo.winners[1]}?s=20`);
    await won.waitFor();
    await account(page).fill('somebody else');
    expect(await won.count()).toBe(0);
  });

  it('disables Check while checking', async () => {
    const page = await openPage();
    await page.goto(`/giveaways/${demo.drawn.id}`);
    const letGo = await hold(page, '**/check/**');
    await check(page, 'nobody');
    await expect.poll(() => checkButton(page).isDisabled()).toBe(true);
    letGo();
    await page.getByText(LOST).waitFor();
    expect(await checkButton(page).isDisabled()).toBe(false);
  });

  it('only logs that nothing is drawn yet, and shows nothing of a giveaway that is none [8.silent-giveaway]', async () => {
    const page = await openPage({ expected: [/409/, /404/, /Could not/] });
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto(`/giveaways/${demo.active.id}`);
    await account(page).waitFor();
    const before = await page.locator('main').innerText();
    await check(page, 'alice');
    await expect.poll(() => logged.some((text) => text.includes('Could not check the giveaway'))).toBe(true);
    expect(await page.locator('main').innerText()).toBe(before);
    await page.goto('/giveaways/999999');
    await expect.poll(() => logged.some((text) => text.includes('Could not load giveaway'))).toBe(true);
    expect(await page.locator('main').innerText()).toBe('');
  });
});

describe('Verify this draw', () => {
  it('does it again in the browser and comes to what the server published', async () => {
    const page = await openPage();
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await page.getByRole('button', { name: 'Verify this draw' }).click();
    await page.getByText('The draw holds: your browser comes to the same winners.').waitFor();
    const steps = page.getByRole('list', { name: 'Steps of the draw' });
    expect(await steps.getByRole('heading').allInnerTexts()).toEqual(
      [
        '1. The list of entries',
        '2. The noon that decides',
        '3. The Bitcoin block',
        '4. The seed',
        '5. The winners',
      ].map((title) => expect.stringContaining(title)),
    );
    for (const winner of demo.winners) await steps.getByText(winner).waitFor();
    await steps.getByText('its blocks are made up').waitFor();
  });

  it('finds a proof that somebody changed on its way', async () => {
    const page = await openPage();
    await page.route('**/proof*', async (route) => {
      const response = await route.fetch();
      const proof = await response.json();
      proof.entries[7] = `${proof.entries[7]}x`;
      await route.fulfill({ response, json: proof });
    });
    await page.goto(`/giveaways/${demo.drawn.id}`);
    await page.getByRole('button', { name: 'Verify this draw' }).click();
    await page.getByText(/The draw does not hold: \d of 5 steps/).waitFor();
    await page
      .getByText(/^Published: /)
      .first()
      .waitFor();
  });

  it('of 100,000 entries leaves the page alive', async () => {
    const page = await openPage();
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
    await page.getByRole('button', { name: 'Verify this draw' }).waitFor();
    await page.evaluate(() => {
      const percents = new Set<number>();
      Object.assign(window, { percents });
      new MutationObserver(() => {
        const told = /Calculating the tickets, (\d+) %/.exec(document.body.textContent);
        if (told) percents.add(Number(told[1]));
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const startedAt = Date.now();
    await page.getByRole('button', { name: 'Verify this draw' }).click();
    await page.getByText('The draw does not hold').waitFor();
    process.stdout.write(`100,000 entries: ${Date.now() - startedAt} ms\n`);
    const percents = await page.evaluate(() => [
      ...(window as unknown as { percents: Set<number> }).percents,
    ]);
    // It came to draw itself anew at every percent of the way.
    expect(percents).toEqual(Array.from({ length: 100 }, (_, percent) => percent));
  });
});
