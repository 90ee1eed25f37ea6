import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { firstScripts } from './limit-first-load.ts';
import { runtimeInProgram } from './runtime-in-program.ts';

const FILES = {
  'index.html': '<script type="module" src="/main.js"></script>',
  'main.js': `
    import own from './own.cjs';
    export const word = own.word;
    void Promise.all([import('./screen.js'), import('./other.js')]).then((parts) => console.log(JSON.stringify(parts)));
  `,
  'screen.js': `
    import { word } from './main.js';
    import { part } from './shared.js';
    export const shown = word + part;
  `,
  'other.js': "import { part } from './shared.js'; export const both = [part, import('./shared.js')];",
  'shared.js': "import word from './part.cjs'; export const part = word;",
  'own.cjs': "exports.word = 'a program';",
  'part.cjs': "module.exports = ' and a part';",
};
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'runtime-in-program-'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, name), text);
});
afterEach(() => rm(root, { recursive: true }));

/** Returns the names of the scripts that were built, and of those that the page asks for at first. */
async function buildPage(...plugins: Plugin[]): Promise<{ all: string[]; first: string[] }> {
  // Node, which runs the program below, preloads nothing.
  const resolveDependencies = (_: string, files: string[], { hostType }: { hostType: string }) =>
    hostType === 'js' ? [] : files;
  const modulePreload = { resolveDependencies, polyfill: false };
  await build({ root, configFile: false, logLevel: 'silent', plugins, build: { modulePreload } });
  const html = await readFile(join(root, 'dist/index.html'), 'utf8');
  const first = firstScripts(html).map((path) => path.replace('/assets/', ''));
  return { all: await readdir(join(root, 'dist/assets')), first };
}

it('a first load is one script, with the helpers of all that is fetched later', async () => {
  const { first } = await buildPage(runtimeInProgram());
  expect(first).toHaveLength(1);
  const program = join(root, 'dist/assets', ...first);
  const printed = execFileSync(process.execPath, [program], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual([{ shown: 'a program and a part' }, { both: [' and a part', {}] }]);
});

it('no file has the name of one with other code, which browsers keep', async () => {
  const before = await buildPage();
  expect(before.first).toHaveLength(2);
  const { all } = await buildPage(runtimeInProgram());
  for (const name of all) expect(before.all).not.toContain(name);
});

it('a file that a change of the program leaves its name is the same', async () => {
  const buildFiles = async () => {
    const { all } = await buildPage(runtimeInProgram());
    const codes = all.map(
      async (name) => [name, await readFile(join(root, 'dist/assets', name), 'utf8')] as const,
    );
    return new Map(await Promise.all(codes));
  };
  const before = await buildFiles();
  await writeFile(join(root, 'own.cjs'), "exports.word = 'another program';");
  const kept = [...(await buildFiles())].filter(([name]) => before.has(name));
  expect(kept).not.toHaveLength(0);
  for (const [name, code] of kept) expect(code).toBe(before.get(name));
});

it('a build whose helpers are in no file of their own fails', async () => {
  await writeFile(join(root, 'screen.js'), 'export default 1;');
  await expect(buildPage(runtimeInProgram())).rejects.toThrow(/no file of the known form/);
});
