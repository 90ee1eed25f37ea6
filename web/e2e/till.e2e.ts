import { publish, type PostResponse, type SignedUp, signUp } from './support/api.ts';
import { prose } from './support/prose.ts';
import { DESKTOP, expect, PHONE, test } from './support/fixtures.ts';
import { balance, card, dialog } from './support/steps.ts';

const BARS_PX = 105;

let mary: SignedUp;
let post: PostResponse;

test.beforeAll(async () => {
  mary = await signUp('mary');
  post = await publish(mary, 'Worth its tip', [prose(150), prose(150), prose(150)].join('\n\n'));
});

test.describe('the till of a post', () => {
  test('stands beside its text, and stays there while one reads', async ({ openPage }) => {
    const page = await openPage({ viewport: DESKTOP });
    await page.goto(`/p/${post.id}`);
    const own = card(page, post.id).first();
    const till = own.locator('footer');
    const text = own.getByTestId('post-body');
    await expect(till).toBeVisible();
    const [tillBox, textBox] = [await till.boundingBox(), await text.boundingBox()];
    expect(tillBox?.width).toBe(104);
    expect(tillBox?.x).toBeGreaterThanOrEqual((textBox?.x ?? 0) + (textBox?.width ?? 0));
    const tip = till.getByRole('button', { name: /^Tip/ });
    expect((await tip.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    for (const top of [250, 450]) {
      await page.evaluate((y) => window.scrollTo(0, y), top);
      const box = await tip.boundingBox();
      expect(box?.y).toBeGreaterThan(BARS_PX);
      expect(box?.y).toBeLessThan(300);
    }
  });

  test('is a strip of 56 px under the text of a phone, with Tip at its right', async ({ openPage }) => {
    const page = await openPage({ viewport: PHONE });
    await page.goto(`/p/${post.id}`);
    const own = card(page, post.id).first();
    const till = own.locator('footer');
    const strip = await till.boundingBox();
    // Includes the hairline of one pixel above it.
    expect(strip?.height).toBe(57);
    const text = await own.getByTestId('post-body').boundingBox();
    expect(strip?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0));
    const [tip, share] = await Promise.all(
      [/^Tip/, /^Share/].map((name) => till.getByRole('button', { name }).boundingBox()),
    );
    expect(tip?.height).toBe(40);
    expect(tip?.x).toBeGreaterThan((share?.x ?? 0) + (share?.width ?? 0) - 1);
    expect((strip?.x ?? 0) + (strip?.width ?? 0) - (tip?.x ?? 0) - (tip?.width ?? 0)).toBeLessThan(16);
  });

  test('ripples once for a tip sent from here, and not where motion is unwelcome', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom') });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`/p/${post.id}`);
    const till = card(page, post.id).first().locator('footer');
    const ripple = till.locator('[data-ripple]');
    await expect(till).toBeVisible();
    await expect(ripple).toHaveCount(0);
    await till.getByRole('button', { name: /^Tip/ }).click();
    await dialog(page).getByRole('button', { name: '5 LIKE' }).click();
    await dialog(page).locator('button[type=submit]').click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(ripple).toHaveCount(1);
    expect(await ripple.evaluate((ring) => getComputedStyle(ring).animationIterationCount)).toBe('1');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(ripple).toBeHidden();
  });
});

test.describe('the text of a post', () => {
  test('has half a line between its paragraphs, at most 62 characters in a line, and goes its own way', async ({
    openPage,
  }) => {
    const arabic = await publish(mary, 'خبز', 'طحين وماء وملح.\n\nThen English.');
    const page = await openPage({ viewport: DESKTOP });
    await page.goto(`/p/${arabic.id}`);
    const own = card(page, arabic.id).first();
    const paragraphs = own.getByTestId('post-body').locator('p');
    await expect(paragraphs).toHaveCount(2);
    expect(await paragraphs.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))).toEqual([
      'rtl',
      'ltr',
    ]);
    expect(
      await own.getByRole('heading', { level: 1 }).evaluate((title) => getComputedStyle(title).direction),
    ).toBe('rtl');
    const gap = await paragraphs.nth(1).evaluate((second) => {
      const first = second.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
      return second.getBoundingClientRect().top - first;
    });
    expect(gap).toBeCloseTo(0.62 * 17, 0);
    // The copied text is the text that was written.
    expect(await own.getByTestId('post-body').evaluate((body) => body.textContent)).toBe(
      'طحين وماء وملح.\n\nThen English.',
    );
  });
});

test.describe('the tip dialog', () => {
  test('sends a preset, and more than half of the balance by its button alone', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom') });
    await page.goto(`/p/${post.id}`);
    const tip = card(page, post.id).first().getByRole('button', { name: /^Tip/ });
    await tip.click();
    const amount = dialog(page).getByLabel('Amount of LIKE');
    await dialog(page).getByRole('button', { name: '10 LIKE' }).click();
    await expect(amount).toHaveValue('10');
    await expect(dialog(page).getByText(`${mary.user.username} gets 7`)).toHaveText(/^≈ \$\d+\.\d\d\s· /);
    await amount.fill('51');
    await expect(dialog(page).getByText('more than half of your balance')).toBeVisible();
    await amount.press('Enter');
    await amount.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await expect(balance(page)).toContainText('100');
    await amount.fill('50');
    await expect(dialog(page).getByText('more than half of your balance')).toHaveCount(0);
    await amount.fill('51');
    await dialog(page).locator('button[type=submit]').click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(balance(page)).toContainText('49');
  });

  test('says that an amount is invalid without a move of what is pressed', async ({ openPage }) => {
    const page = await openPage({ as: await signUp('tom') });
    await page.goto(`/p/${post.id}`);
    await card(page, post.id).first().getByRole('button', { name: /^Tip/ }).click();
    const send = dialog(page).locator('button[type=submit]');
    await dialog(page).getByLabel('Amount of LIKE').fill('101');
    await page.waitForFunction(() => document.getAnimations().length === 0);
    const before = await send.boundingBox();
    await send.click();
    await expect(dialog(page).getByText('Invalid amount')).toBeVisible();
    expect(await send.boundingBox()).toEqual(before);
  });

  test('leads to Deposit at a balance of 0', async ({ openPage }) => {
    const tom = await signUp('tom');
    const user = { ...tom.user, tokens: 0, tokensNano: '0', public_token: 'p' };
    const page = await openPage({ as: { ...tom, user } });
    // The stored balance is shown until the server responds.
    await page.route('**/api/auth/me', () => undefined);
    await page.goto(`/p/${post.id}`);
    await card(page, post.id).first().getByRole('button', { name: /^Tip/ }).click();
    await dialog(page).getByRole('link', { name: 'Deposit LIKEs' }).click();
    await expect(page).toHaveURL('/wallet');
    await expect(dialog(page)).toHaveCount(0);
  });
});
