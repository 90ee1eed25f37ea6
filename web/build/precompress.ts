import { readdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:css|html|js|svg)$/;

/** Writes a `.gz` beside every text file of the build, for nginx's `gzip_static`. */
export function precompress(): Plugin {
  let siteFolder = '';
  return {
    name: 'likewell:precompress',
    apply: 'build',
    configResolved(config) {
      siteFolder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(siteFolder, { recursive: true });
      const texts = files.filter((file) => TEXT.test(file)).map((file) => resolve(siteFolder, file));
      await Promise.all(
        texts.map(async (file) => writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }))),
      );
    },
  };
}
