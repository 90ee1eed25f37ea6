import { expect, it } from 'vitest';
import { charactersOf } from './lean-font.ts';

it('a unicode-range of CSS holds these characters', () => {
  expect(charactersOf('U+0041-0043, U+20AC,U+1F600')).toBe('ABC€😀');
});
