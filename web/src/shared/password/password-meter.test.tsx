import { render, screen } from '@testing-library/react';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { expect, it, vi } from 'vitest';
import { watchRegions } from '../../test-regions';
import { PasswordMeter } from './password-meter';

it.each([
  ['password1', /Too easy to guess/],
  ['mary.rivers', /Too easy to guess/],
  ['correct horse battery', /Very good/],
])('the meter says of %s what the server would', async (password, words) => {
  const isReadOut = watchRegions();
  render(<PasswordMeter password={password} names={['mary', 'mary.rivers@example.org']} />);
  await isReadOut(words);
});

it('the meter says nothing of a password that is too short anyway', () => {
  render(<PasswordMeter password="short" names={[]} />);
  expect(screen.getByRole('status').textContent).toBe('');
});

it('a text is judged once, and not again when something else is typed', async () => {
  const judge = vi.spyOn(ZxcvbnFactory.prototype, 'check');
  const meter = (password: string, email = '') => (
    <PasswordMeter password={password} names={['mary', email]} />
  );
  const { rerender } = render(meter('correct horse'));
  await screen.findByText(/Good/);
  judge.mockClear();
  rerender(meter('correct horse '));
  expect(judge).toHaveBeenCalledTimes(1);
  rerender(meter('correct horse '));
  expect(judge).toHaveBeenCalledTimes(1);
});
