import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inlineStyles } from './inline-styles.ts';

const FILES = {
  'index.html': '<head><meta charset="utf-8"></head><script type="module" src="/main.js"></script>',
  'main.js': "import './main.css'; export const shared = Math.random(); void import('./screen.js');",
  'main.css': `main::before { content: "$&$'"; }`,
  'screen.js': "import './screen.css'; void import('./part.js');",
  'screen.css': 'i { color: red; }',
  'part.js': "import { shared } from './main.js'; console.log(shared);",
};
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'inline-styles-'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, name), text);
});
afterEach(() => rm(root, { recursive: true }));

it('writes the styles of the program into the page, and nothing asks for them any more', async () => {
  await build({ root, configFile: false, logLevel: 'silent', plugins: [inlineStyles()] });
  const html = await readFile(join(root, 'dist/index.html'), 'utf8');
  expect(html).toContain(`<style>main:before{content:"$&$'"}`);
  expect(html).not.toContain('stylesheet');
  expect(html).toMatch(/^<head><meta charset/);

  const names = await readdir(join(root, 'dist/assets'));
  expect(names.filter((name) => name.endsWith('.css'))).toEqual([expect.stringMatching(/^screen-/)]);
  const scripts = names.filter((name) => name.endsWith('.js'));
  const code = await Promise.all(scripts.map((name) => readFile(join(root, 'dist/assets', name), 'utf8')));
  const asked = code.join('').match(/[\w-]+\.css/g);
  expect(asked).not.toBeNull();
  for (const name of asked ?? []) expect(names).toContain(name);
});
