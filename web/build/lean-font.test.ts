import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { charactersOf, rangesOf } from './lean-font.ts';

it('a unicode-range of CSS holds these characters', () => {
  expect(charactersOf('U+0041-0043, U+20AC,U+1F600')).toBe('ABC€😀');
});

it('the fonts for English and the rest hold each character of the Latin font once', async () => {
  const ranges = rangesOf(await readFile('src/app/styles/fonts.css', 'utf8'));
  const { latin } = createRequire(import.meta.url)('@fontsource-variable/inter/unicode.json') as {
    latin: string;
  };
  const split = charactersOf(`${ranges.get('english')},${ranges.get('latin')}`);
  for (const character of charactersOf(latin)) expect(split.split(character), character).toHaveLength(2);
});
