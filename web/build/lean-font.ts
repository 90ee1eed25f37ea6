import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
// What browsers enable by default for letters and their marks, and figures of equal width.
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];
const LATIN = require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const LATIN_EXT = require.resolve('@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2');
/** The files that `fonts.css` names, and the file of the package and the features that each is made of. */
const FILES = {
  // In a connection's first ten segments, with its head. Contextual alternates would be 3 kB more.
  english: { whole: LATIN, features: ['kern', 'tnum'], maxBytes: 14_100 },
  latin: { whole: LATIN, features: FEATURES, maxBytes: Infinity },
  'latin-ext': { whole: LATIN_EXT, features: FEATURES, maxBytes: Infinity },
};

const OPTIONS = {
  targetFormat: 'woff2',
  // The lightest and the heaviest weight in our style sheets; `fonts.css` declares the same.
  variationAxes: { wght: { min: 400, max: 700 } },
} as const;

/**
 * Provides Inter, reduced to the characters, weights and features that the page uses, as `@lean-inter/…` for
 * style sheets. The first text waits for 14 kB instead of 48.
 */
export function leanInter(): Plugin {
  return {
    name: 'likewell:lean-inter',
    apply: (_, { mode }) => mode !== 'test',
    async config({ root = '.' }) {
      const folder = resolve(root, 'node_modules/.cache/lean-inter');
      await mkdir(folder, { recursive: true });
      const ranges = rangesOf(await readFile(resolve(root, 'src/app/styles/fonts.css'), 'utf8'));
      for (const [name, { whole, features, maxBytes }] of Object.entries(FILES)) {
        const options = { ...OPTIONS, keepFeatures: features };
        const font = await subsetFont(await readFile(whole), charactersOf(ranges.get(name) ?? ''), options);
        if (font.length > maxBytes) throw new Error(`inter-${name} has ${font.length} bytes, of ${maxBytes}`);
        await writeFile(join(folder, `inter-${name}.woff2`), font);
      }
      return { resolve: { alias: { '@lean-inter': folder } } };
    },
  };
}

/** Returns the unicode-range of each file in a style sheet. */
export function rangesOf(css: string): Map<string, string> {
  const faces = css.matchAll(/@lean-inter\/inter-([\w-]+)\.woff2[^}]*unicode-range:([^;]+);/g);
  return new Map([...faces].map(([, name = '', ranges = '']) => [name, ranges]));
}

/** Returns all characters of a CSS unicode-range. */
export function charactersOf(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}
