import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Where `make screenshots` wants its pictures; without it none are taken. */
const FOLDER = process.env.E2E_SCREENSHOTS;
const SETTLED_WITHIN_MS = 3000;
export const takesPictures = Boolean(FOLDER);

interface Look {
  theme: string;
  size: string;
}

/** Keeps a picture of the page as it stands, named after the screen and its look. */
export async function photograph(page: Page, screen: string, { theme, size }: Look): Promise<void> {
  if (!FOLDER) return;
  // What is still on its way would be missing; a deposit that waits for its chain is on its way for longer.
  await page.waitForLoadState('networkidle', { timeout: SETTLED_WITHIN_MS }).catch(() => undefined);
  const name = [screen, theme, size].map(fileName).join('--');
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

const fileName = (text: string) =>
  text
    .replace(/×/g, 'x')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '') || 'home';
