import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useFocusAfterRemoval } from './use-focus-after-removal';

function List({ ids }: { ids: number[] }) {
  useFocusAfterRemoval(ids);
  return ids.map((id) => (
    <article key={id} data-post-id={id}>
      <h2>
        <a href="#x">{id}</a>
      </h2>
      <button type="button">{`menu ${id}`}</button>
    </article>
  ));
}

/** Focuses the menu of a post and then shows other posts; answers what has the focus. */
function change({ from, focus, to }: { from: number[]; focus: number; to: number[] }) {
  const { rerender } = render(<List ids={from} />);
  screen.getByRole('button', { name: `menu ${focus}` }).focus();
  rerender(<List ids={to} />);
  return document.activeElement?.textContent;
}

describe('the focus, when a post goes from a list,', () => {
  it.each([
    ['moves to the post that takes its place', { from: [1, 2, 3], focus: 2, to: [1, 3] }, '3'],
    ['moves to the last one where none follows', { from: [1, 2, 3], focus: 3, to: [1, 2] }, '2'],
    ['passes over all that went with it', { from: [1, 2, 3, 4], focus: 3, to: [1, 4] }, '4'],
    ['stays on a post that stays', { from: [1, 2, 3], focus: 3, to: [1, 3] }, 'menu 3'],
    ['stays where it is when posts are added', { from: [1, 2], focus: 2, to: [1, 2, 3] }, 'menu 2'],
  ])('%s', (_what, step, focused) => {
    expect(change(step)).toBe(focused);
  });
});
