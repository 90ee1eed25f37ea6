import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { inPage } from '../../test-client';
import { mary } from '../../test-members';
import { BalanceButton } from './balance-button';

it.each([
  ['is shown where it is known', {}, /^Balance: ?50 LIKE$/],
  ['is no 0 where it is unknown', { tokens: 0, tokensNano: '0', tokens_unknown: true }, /^Balance: ?–$/],
])('the balance %s', (_what, balance, name) => {
  const user = { ...mary, tokens: 50, tokensNano: '50000000000', ...balance };
  render(<BalanceButton user={user} />, { wrapper: inPage() });
  expect(screen.getByRole('link', { name })).toBeTruthy();
});
