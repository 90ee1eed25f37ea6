import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
