import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AskingLine } from './asking-line';

const add = vi.fn();
/** A list whose line goes at once with what it stands for. */
function Keys() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      {isThere && (
        <AskingLine action="Remove" consequence="Gone." isPending={false} onConfirm={() => setThere(false)}>
          Phone
        </AskingLine>
      )}
      <button onClick={add}>Add</button>
    </>
  );
}
const press = (name: string, at: { clientX: number; clientY: number; detail: number }) =>
  fireEvent.click(screen.getByRole('button', { name }), at);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  add.mockClear();
});

it.each(['Remove', 'Keep'])('a double press on %s presses nothing that comes under it', (answer) => {
  render(<Keys />);
  press('Remove', { clientX: 300, clientY: 40, detail: 1 });
  press(answer, { clientX: 300, clientY: 80, detail: 1 });
  press('Add', { clientX: 302, clientY: 81, detail: 2 });
  expect(add).not.toHaveBeenCalled();
  press('Add', { clientX: 100, clientY: 81, detail: 1 });
  press('Add', { clientX: 0, clientY: 0, detail: 0 });
  expect(add).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(500);
  press('Add', { clientX: 302, clientY: 81, detail: 1 });
  expect(add).toHaveBeenCalledTimes(3);
});
