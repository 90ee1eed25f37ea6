import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TitleField } from './field';

it.each([
  ['moves on', {}, 1],
  ['does not while it picks a candidate of an input method', { isComposing: true }, 0],
  ['does not in Safari, which has ended the composition by then', { keyCode: 229 }, 0],
])('Enter in a title %s', (_what, init, times) => {
  const onEnter = vi.fn();
  render(<TitleField label="Title" onEnter={onEnter} />);
  fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Enter', ...init });
  expect(onEnter).toHaveBeenCalledTimes(times);
});

const sources = import.meta.glob<string>(['/src/**/*.tsx', '!**/*.test.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const fields = Object.entries(sources).flatMap(([file, source]) =>
  [...source.matchAll(/<(?:input|textarea)\b.*?\/>/gs)].map(([field]) => ({ file, field })),
);

it('a field with letters below 16 px has larger ones under a finger: an iPhone would zoom into the page', () => {
  const small = fields.filter(({ field }) => /\btext-1[35]\b/.test(field));
  expect(small.length).toBeGreaterThan(0);
  expect(small.filter(({ field }) => !field.includes('pointer-coarse:text-17'))).toEqual([]);
});
