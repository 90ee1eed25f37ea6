import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inPage } from '../test-client';
import { HowWeSelectWinnersScreen } from './how-we-select-winners';

it('tells how to check the block of a draw, also of one that the fallback decided', () => {
  render(<HowWeSelectWinnersScreen />, { wrapper: inPage() });
  const check = screen.getByRole('region', { name: /^Check it yourself/ });
  const text = check.textContent.replace(/\s+/g, ' ');
  expect(text).toContain(
    'look for the lowest block whose time is later than 12:00 PM ET and not later than 1:30 PM ET. It must be',
  );
  expect(text).toContain(
    'whose time is later than 12:00 PM ET, and the block just before it must be the published one',
  );
  expect(text).not.toContain('Its time must be later than 12:00 PM ET');
});
