import { expect, it } from 'vitest';
import { buildInMemory } from './build-in-memory.ts';
import { leanChain } from './lean-chain.ts';
import { LICENSES, licenses, partOf } from './licenses.ts';

// Some have files of a package within a package, of two versions, or no license of their own beside them.
const PACKAGES = ['bs58', 'lightweight-charts', '@solana/spl-token', '@tanstack/react-query', 'uqr'];

it('each package of which a module is in the page is there with its license, and so are the font and the styles', async () => {
  const source = PACKAGES.map((name, index) => `export * as p${index} from '${name}';`).join('\n');
  const [{ moduleIds }, ...files] = await buildInMemory(source, [leanChain(), licenses()]);
  expect(files.map(({ fileName }) => fileName)).toEqual([LICENSES]);
  const [file] = files;
  const text = file?.type === 'asset' ? String(file.source) : '';

  const names = moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []);
  expect(names).toEqual(expect.arrayContaining(PACKAGES));
  for (const name of [...names, 'tailwindcss', '@fontsource-variable/inter'])
    expect(text).toMatch(new RegExp(`^== ${name} [\\w.-]+ \\([\\w.-]+\\) ==$`, 'm'));
  expect(text).toMatch(/Copyright \(c\) 2018 cryptocoinjs/);
  expect(text).toMatch(/The Inter Project Authors[^]*SIL OPEN FONT LICENSE Version 1\.1/);
});

it('a build with a package whose license asks for more than its text fails', async () => {
  await expect(buildInMemory("export * from 'rpc-websockets';", [licenses()])).rejects.toThrow(
    'The page may hold nothing of rpc-websockets (LGPL-3.0-only)',
  );
});

it('so does one with a package without the text of its license, unless it is known to come without', () => {
  const license = { version: '1.0.0', identifier: 'MIT' };
  expect(() => partOf({ ...license, name: 'new-one' })).toThrow("There is no license's text of new-one");
  expect(partOf({ ...license, name: 'bs58' })).toMatch(/It comes without the text of its license\.$/);
});
