import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const DRAWING = resolve(import.meta.dirname, 'lean-icon.ts');

/**
 * Draws lucide's icons by `lean-icon.ts`: the library's own code is for settings that the page does not use, and
 * would be a hundredth of the first load. Fails the build when a version draws its icons otherwise.
 */
export function leanIcons(): Plugin {
  let isFound = false;
  return {
    name: 'likewell:lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== '../createLucideIcon.mjs' || !importer?.includes('/lucide-react/')) return null;
      isFound = true;
      return DRAWING;
    },
    buildEnd(error) {
      if (!isFound && !error) this.error('lucide-react has no createLucideIcon.mjs to replace any more.');
    },
  };
}
