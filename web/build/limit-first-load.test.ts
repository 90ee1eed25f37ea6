import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { firstScripts, limitFirstLoad } from './limit-first-load.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'first-load-'));
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  // Brotli reduces random hex text to about its number of random bytes.
  const [first, later] = [randomBytes(3000), randomBytes(9000)].map((bytes) => bytes.toString('hex'));
  await writeFile(join(root, 'main.js'), `console.log('${first}'); void import('./later.js');`);
  await writeFile(join(root, 'later.js'), `console.log('${later}');`);
});
afterEach(() => rm(root, { recursive: true }));

const buildWithin = (maxBytes: number) =>
  build({ root, configFile: false, logLevel: 'silent', plugins: [limitFirstLoad(maxBytes)] });

it('lets a build pass whose first load is small enough, however large what comes later is', async () => {
  await buildWithin(6000);
});

it('fails a build whose first load is too large', async () => {
  await expect(buildWithin(2000)).rejects.toThrow(/bytes of JavaScript with Brotli; 2000 are allowed/);
});

it('counts what is preloaded, and neither inline scripts nor fonts', () => {
  const html =
    '<script>theme()</script><script type="module" crossorigin src="/assets/a.js"></script>' +
    '<link rel="modulepreload" crossorigin href="/assets/b.js"><link rel="preload" href="/font.woff2" as="font">';
  expect(firstScripts(html)).toEqual(['/assets/a.js', '/assets/b.js']);
});
