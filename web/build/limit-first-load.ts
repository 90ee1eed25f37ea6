import type { Plugin } from 'vite';
import { contentOf } from './content-of.ts';
import { brotli } from './precompress.ts';

/** Fails the build when the scripts of every first load are larger than `maxBytes` with Brotli. */
export function limitFirstLoad(maxBytes: number): Plugin {
  return {
    name: 'likewell:limit-first-load',
    apply: 'build',
    writeBundle(_options, bundle) {
      const sizes = firstScripts(contentOf(bundle, 'index.html')).map(
        (path) => brotli(Buffer.from(contentOf(bundle, path.slice(1)))).length,
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      if (bytes === 0) throw new Error('index.html loads no script');
      if (bytes > maxBytes)
        throw new Error(
          `The first load takes ${bytes} bytes of JavaScript with Brotli; ${maxBytes} are allowed.`,
        );
    },
  };
}

/** Returns the paths of the scripts that a page runs or preloads. */
export function firstScripts(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
  const loads = tags.filter((tag) => tag.startsWith('<script') || tag.includes('rel="modulepreload"'));
  return loads.flatMap((tag) => /\s(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []);
}
