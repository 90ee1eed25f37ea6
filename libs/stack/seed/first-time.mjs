// @ts-check
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from './api.mjs';
import { seed } from './seed.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/**
 * Adds the demo to a site without posts, once: a deleted demo does not come back by itself. An interrupted
 * one is completed the next time.
 * @param {Stack} stack
 * @returns {Promise<string[]>} lines to print at the end
 */
export async function seedFirstTime(stack) {
  const marker = join(stack.state, 'seeded');
  if (stack.env.SEED === '0') return [];
  const stage = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  if (stage === 'done') return [];
  if (stage !== 'begun') {
    const { status, body } = await openApi(`http://127.0.0.1:${stack.basePort}`)('/api/posts/new');
    if (status !== 200)
      return [`The demo was left out, since the posts could not be listed (${status}): make seed`];
    if (body.items.length > 0) {
      writeFileSync(marker, 'done');
      return [];
    }
  }
  writeFileSync(marker, 'begun');
  const lines = await seed(stack);
  writeFileSync(marker, 'done');
  return lines;
}
