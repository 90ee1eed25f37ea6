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
