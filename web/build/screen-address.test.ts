import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { screenAddress } from './screen-address.ts';

const FILES = {
  'main.js': "import './program.js'; void import('./screen.js'); void import('./other.js');",
  'program.js': 'console.log(1);',
  'screen.js': "import './program.js'; import { part } from './part.js'; console.log(part);",
  'other.js': "import { part } from './part.js'; console.log(part + 1);",
  'part.js': 'export const part = Math.random();',
};
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'screen-address-'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, name), text);
});
afterEach(() => rm(root, { recursive: true }));

async function buildPage(place: string): Promise<string> {
  await writeFile(join(root, 'index.html'), `<script type="module" src="/main.js"></script><i>${place}</i>`);
  await build({ root, configFile: false, logLevel: 'silent', plugins: [screenAddress()] });
  return readFile(join(root, 'dist/index.html'), 'utf8');
}

it('names the file of a screen and those that it needs besides the program', async () => {
  const html = await buildPage('%screen:/screen.js%');
  const [, places = ''] = /<i>(.*)<\/i>/.exec(html) ?? [];
  const names = places.split(' ').map((path) => path.replace(/^\/assets\/(\w+)-[\w-]{8}\.js$/, '$1'));
  expect(names).toEqual(['screen', 'part']);
});

it('fails a build without that screen', async () => {
  await expect(buildPage('%screen:/gone.js%')).rejects.toThrow(/no screen of its own for \/gone\.js/);
});
