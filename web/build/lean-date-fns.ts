import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const LOCALE = '\0likewell:words-for-distances';
const WORDS = join(
  dirname(createRequire(import.meta.url).resolve('date-fns/package.json')),
  'locale/en-US/_lib/formatDistance.js',
);

/**
 * Leaves out of date-fns' default locale all but the words for distances, the only part that the page uses.
 * The formatting and parsing of dates is more than a hundredth of the first load.
 */
export function leanDateFns(): Plugin {
  return {
    name: 'likewell:lean-date-fns',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/_lib/defaultLocale.js') && importer?.includes('/date-fns/') ? LOCALE : null,
    load: (id) =>
      id === LOCALE
        ? `import { formatDistance } from ${JSON.stringify(WORDS)}; export const defaultLocale = { formatDistance };`
        : null,
  };
}
