import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { contentOf } from './content-of.ts';

interface License {
  name: string;
  version: string;
  identifier?: string;
  text?: string;
}

/** Where the site has them. */
export const LICENSES = 'static/licenses.txt';
/** What Vite finds of the packages whose modules are in the scripts; it stays out of the site. */
const FOUND = 'licenses.json';
/** The font and the style sheet's beginning are of packages that have no module in a script. */
const OTHERS = ['@fontsource-variable/inter', 'tailwindcss'];
/** All that these ask of a page is that it has their text. */
const ALLOWED = ['Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1', 'Unlicense'];
/** Packages that name their license, and come without its text. */
const WITHOUT_TEXT = ['bs58', 'fancy-canvas'];
/** Packages that have a license's text, and not its name. */
const UNNAMED: Record<string, string> = { 'text-encoding-utf-8': 'Unlicense' };

/** Writes the licenses of all that a build has of others. Fails the build where one may ask for more than that. */
export function licenses(): Plugin {
  return {
    name: 'likewell:licenses',
    apply: 'build',
    config: () => ({ build: { license: { fileName: FOUND } } }),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const found = JSON.parse(contentOf(bundle, FOUND)) as License[];
        Reflect.deleteProperty(bundle, FOUND);
        const parts = [...found, ...OTHERS.map(licenseOf)].map(partOf);
        const source = `What this site has of others, and under which licenses.\n\n${parts.join('\n\n')}\n`;
        this.emitFile({ type: 'asset', fileName: LICENSES, source });
      },
    },
  };
}

function licenseOf(packageName: string): License {
  const file = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { version, license } = JSON.parse(readFileSync(file, 'utf8')) as { version: string; license: string };
  const text = readFileSync(join(dirname(file), 'LICENSE'), 'utf8').trim();
  return { name: packageName, version, identifier: license, text };
}

/** @throws Error where the license is none of those that are allowed, or its text is missing */
export function partOf({
  name,
  version,
  identifier = UNNAMED[name] ?? 'no license',
  text = '',
}: License): string {
  if (!ALLOWED.includes(identifier)) throw new Error(`The page may hold nothing of ${name} (${identifier})`);
  if (text === '' && !WITHOUT_TEXT.includes(name)) throw new Error(`There is no license's text of ${name}`);
  return `== ${name} ${version} (${identifier}) ==\n\n${text || 'It comes without the text of its license.'}`;
}
