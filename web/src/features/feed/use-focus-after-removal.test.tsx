import { render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { describe, expect, it } from 'vitest';
import { useFocusAfterRemoval } from './use-focus-after-removal';

function List({ ids, openMenu }: { ids: number[]; openMenu?: number }) {
  useFocusAfterRemoval(ids);
  return ids.map((id) => (
    <article key={id} data-post-id={id}>
      <h2>
        <a href="#x">{id}</a>
      </h2>
      <button type="button">{`menu ${id}`}</button>
      {id === openMenu && createPortal(<div role="menuitem" tabIndex={-1} />, document.body)}
    </article>
  ));
}

/** Focuses the menu of a post and then shows other posts; returns the element with the focus. */
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

  it('goes on from a menu of the post elsewhere in the page', () => {
    const { rerender } = render(<List ids={[1, 2]} openMenu={1} />);
    screen.getByRole('menuitem').focus();
    rerender(<List ids={[2]} />);
    expect(document.activeElement?.textContent).toBe('2');
  });

  it('is not taken to a post by a list that is read again while nothing has it', () => {
    const { rerender } = render(<List ids={[1, 2, 3]} />);
    rerender(<List ids={[1, 3]} />);
    expect(document.activeElement?.tagName).toBe('BODY');
  });
});
