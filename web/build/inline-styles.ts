import type { HtmlTagDescriptor, Plugin } from 'vite';
import { contentOf } from './content-of.ts';

/**
 * Writes the program's style sheet into the page instead of a file: nothing is painted without it, and over
 * HTTP/1.1 its request takes the open connection, so that the program needs another.
 */
export function inlineStyles(): Plugin {
  let styles: HtmlTagDescriptor[] = [];
  return {
    name: 'likewell:inline-styles',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const program = Object.values(bundle).find((part) => part.type === 'chunk' && part.isEntry);
        // What is left in here is linked by the page, and fetched with parts that import from the program.
        const files = program?.type === 'chunk' ? program.viteMetadata?.importedCss : undefined;
        if (!files?.size) throw new Error('The program has no styles to write into the page');
        // After the character set, which browsers look for in the first 1024 bytes.
        styles = [...files].map((file) => ({
          tag: 'style',
          children: contentOf(bundle, file),
          injectTo: 'head',
        }));
        for (const file of files) Reflect.deleteProperty(bundle, file);
        files.clear();
      },
    },
    transformIndexHtml: { order: 'post', handler: () => styles },
  };
}
