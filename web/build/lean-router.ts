import type { Plugin } from 'vite';

/** Conditions in react-router's code that never hold on this page, and what each stands for. */
const NEVER = [
  // Only a server-rendered app of its framework fetches a page before its link is pressed.
  { code: 'return shouldPrefetch && !isAbsolute ?', instead: 'return false ?' },
  // Its only bundle for browsers is the one with the warnings for developers.
  { code: 'var ENABLE_DEV_WARNINGS = true;', instead: 'var ENABLE_DEV_WARNINGS = false;' },
];

/**
 * Leaves out of react-router what no link of this page can start: its framework's prefetching, and its
 * warnings for developers. They are a sixtieth of the first load. Fails the build when a version has them no
 * longer in the known place.
 */
export function leanRouter(): Plugin {
  const left = new Set(NEVER);
  return {
    name: 'likewell:lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler(code) {
        let lean = code;
        for (const never of NEVER) {
          if (!code.includes(never.code)) continue;
          lean = lean.replace(never.code, never.instead);
          left.delete(never);
        }
        return lean === code ? null : { code: lean, map: null };
      },
    },
    buildEnd(error) {
      const [missing] = left;
      if (missing && !error) this.error(`react-router has no “${missing.code}” to leave out any more.`);
    },
  };
}
