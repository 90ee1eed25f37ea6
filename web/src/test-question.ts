import { fireEvent, screen, within } from '@testing-library/react';

/** Presses a button that asks before it acts, and then, so many times, the one that does it. */
export function pressAndConfirm(name: string, times = 1): void {
  fireEvent.click(screen.getByRole('button', { name }));
  const [, confirm] = within(screen.getByRole('group', { name: `${name}?` })).getAllByRole('button');
  for (let press = 0; confirm && press < times; press += 1) fireEvent.click(confirm);
}
