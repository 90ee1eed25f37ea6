import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { contentOf } from './content-of.ts';
import { firstScripts } from './limit-first-load.ts';

/**
 * Size limit of a cached part. Larger ones are fetched when they are shown: the libraries of
 * the chart and of the chain.
 */
const MOST_BYTES = 100_000;
/** Files outside the build that the first view of every page shows. */
const STATIC = ['/favicon.svg', '/manifest.webmanifest', '/static/default-avatar.png'];

/**
 * Writes the service worker with the list of files that it caches: `shell` is what the page starts with,
 * `parts` what it fetches later. Each build makes a new worker.
 */
export function serviceWorker(source: string): Plugin {
  let root = '';
  return {
    name: 'likewell:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const html = contentOf(bundle, 'index.html');
        const code = await readFile(resolve(root, source), 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: withFiles(code, html, bundle),
        });
      },
    },
  };
}

/** Returns the worker's code with its lists and a name for this build filled in. */
export function withFiles(code: string, html: string, bundle: Rolldown.OutputBundle): string {
  const styles = html.match(/(?<=<link[^>]* href=")[^"]+(?=")/g) ?? [];
  const shell = [...new Set(['/', ...firstScripts(html), ...styles, ...STATIC])];
  const parts = Object.keys(bundle)
    .filter((name) => /^assets\/.+\.(?:js|css)$/.test(name) && contentOf(bundle, name).length <= MOST_BYTES)
    .map((name) => `/${name}`)
    .filter((path) => !shell.includes(path))
    .sort();
  const files = { shell, parts };
  const version = createHash('sha256').update(html).update(JSON.stringify(files)).update(code).digest('hex');
  const filled = code
    .replace('__FILES__', JSON.stringify(files))
    .replace('__VERSION__', version.slice(0, 12));
  if (/__[A-Z]+__/.test(filled)) throw new Error('The service worker has a place that was not filled in');
  return filled;
}
