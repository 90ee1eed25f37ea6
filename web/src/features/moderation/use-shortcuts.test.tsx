import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useShortcuts, useShortcutsWanted } from './use-shortcuts';

const pressed = vi.fn();
afterEach(() => {
  pressed.mockClear();
  localStorage.clear();
});

function Page({ isOn = true, children }: { isOn?: boolean; children?: React.ReactNode }) {
  useShortcuts({ a: () => pressed('a'), Escape: () => pressed('Escape') }, isOn);
  return (
    <main>
      <input aria-label="line" />
      <input aria-label="choice" type="radio" />
      <textarea aria-label="box" />
      <select aria-label="list" />
      <div aria-label="page" contentEditable="true" suppressContentEditableWarning role="textbox">
        <b data-testid="inside">x</b>
      </div>
      <button type="button">button</button>
      {children}
    </main>
  );
}

it('takes a key by itself, in either case, and from buttons and choices too', () => {
  render(<Page />);
  fireEvent.keyDown(document.body, { key: 'a' });
  fireEvent.keyDown(document.body, { key: 'A', shiftKey: true });
  fireEvent.keyDown(screen.getByRole('button'), { key: 'a' });
  fireEvent.keyDown(screen.getByLabelText('choice'), { key: 'Escape' });
  expect(pressed.mock.calls.flat()).toEqual(['a', 'a', 'a', 'Escape']);
  expect(fireEvent.keyDown(document.body, { key: 'b' })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'a' })).toBe(false);
});

it('steals nothing from where somebody types', () => {
  render(<Page />);
  for (const label of ['line', 'box', 'list', 'page'])
    expect(fireEvent.keyDown(screen.getByLabelText(label), { key: 'a' })).toBe(true);
  expect(fireEvent.keyDown(screen.getByTestId('inside'), { key: 'a' })).toBe(true);
  expect(pressed).not.toHaveBeenCalled();
});

it.each([
  ['Ctrl', { ctrlKey: true }],
  ['Alt', { altKey: true }],
  ['Meta', { metaKey: true }],
  ['a held key', { repeat: true }],
  ['an input method', { isComposing: true }],
])('leaves %s to others', (_, modifiers) => {
  render(<Page />);
  expect(fireEvent.keyDown(document.body, { key: 'a', ...modifiers })).toBe(true);
  expect(pressed).not.toHaveBeenCalled();
});

it.each(['menu', 'dialog', 'alertdialog'])('is silent under an open %s', (role) => {
  render(
    <Page>
      <div role={role} />
    </Page>,
  );
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(pressed).not.toHaveBeenCalled();
});

it('is silent when turned off or gone', () => {
  const { rerender, unmount } = render(<Page isOn={false} />);
  fireEvent.keyDown(document.body, { key: 'a' });
  rerender(<Page />);
  unmount();
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(pressed).not.toHaveBeenCalled();
});

it('remembers that somebody does not want them', () => {
  function Wanted() {
    const [isOn, setOn] = useShortcutsWanted();
    return <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.target.checked)} />;
  }
  const { unmount } = render(<Wanted />);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  fireEvent.click(screen.getByRole('checkbox'));
  unmount();
  render(<Wanted />);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});
