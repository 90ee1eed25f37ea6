import { readdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:css|html|js|svg|txt)$/;

/**
 * Writes a `.gz` beside every text file of the build, for nginx's `gzip_static`, and a `.br`, which
 * server.conf selects.
 */
export function precompress(): Plugin {
  return {
    name: 'likewell:precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const files = await readdir(dir, { recursive: true });
      const texts = files.filter((file) => TEXT.test(file)).map((file) => resolve(dir, file));
      await Promise.all(
        texts.map(async (file) => {
          const text = await readFile(file);
          await writeFile(`${file}.gz`, gzipSync(text, { level: 9 }));
          await writeFile(`${file}.br`, brotli(text));
        }),
      );
    },
  };
}

/** Compresses a text as nginx serves it to nearly every browser. Brotli's default is its highest quality. */
export const brotli = (text: Uint8Array) => brotliCompressSync(text);
