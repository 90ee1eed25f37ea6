import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useKeptFocus } from './use-kept-focus';

function Place({ isThere }: { isThere: boolean }) {
  const { part, heading } = useKeptFocus<HTMLDivElement>();
  return (
    <>
      <div ref={part}>
        <h2 ref={heading} tabIndex={-1}>
          Heading
        </h2>
        {isThere && <button type="button">Goes</button>}
        <p>Text</p>
      </div>
      <button type="button">Elsewhere</button>
    </>
  );
}

const focused = () => document.activeElement?.textContent;

/** Presses these in turn, then lets the button go; returns what had the focus before, and afterwards. */
async function removeAfter(...pressed: string[]) {
  const { rerender } = render(<Place isThere />);
  const person = userEvent.setup();
  for (const text of pressed) await person.click(screen.getByText(text));
  const before = focused();
  rerender(<Place isThere={false} />);
  // The page hears of a change of the document a moment later.
  await Promise.resolve();
  return { before, after: focused() };
}

it('the focus of an element that goes is at the heading', async () => {
  expect(await removeAfter('Goes')).toEqual({ before: 'Goes', after: 'Heading' });
});

it('a focus that is elsewhere by then stays there', async () => {
  expect(await removeAfter('Goes', 'Elsewhere')).toEqual({ before: 'Elsewhere', after: 'Elsewhere' });
});

it('a focus that the person has given up is not given to the heading', async () => {
  const { after } = await removeAfter('Goes', 'Text');
  expect(after).toBe(document.body.textContent);
});
