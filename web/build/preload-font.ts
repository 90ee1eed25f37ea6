import type { Plugin } from 'vite';

/** Preloads the built font whose file name matches, so that the first text is drawn in it. */
export function preloadFont(fileName: RegExp): Plugin {
  return {
    name: 'likewell:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const font = Object.keys(bundle).find((path) => fileName.test(path.split('/').at(-1) ?? ''));
        if (font === undefined) throw new Error(`No built font matches ${fileName}`);
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
