import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Folder for the pictures of `make screenshots`; without it none are taken. */
const FOLDER = process.env.E2E_SCREENSHOTS;
const SETTLED_WITHIN_MS = 3000;
export const takesPictures = Boolean(FOLDER);

interface Look {
  theme: string;
  size: string;
}

/** Saves a picture of the current page, named after the screen and its look. */
export async function photograph(page: Page, screen: string, { theme, size }: Look): Promise<void> {
  if (!FOLDER) return;
  // Content that is still loading would be missing from the picture; a deposit that waits for
  // its chain loads for longer.
  await page.waitForLoadState('networkidle', { timeout: SETTLED_WITHIN_MS }).catch(() => undefined);
  const name = [screen, theme, size].map(fileName).join('--');
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

const fileName = (text: string) =>
  text
    .replace(/×/g, 'x')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '') || 'home';
