import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Deposit } from './deposit.api';
import { DepositSteps } from './deposit-steps';

const LABELS = ['Connect', 'Sign', 'Sending', 'Confirming', 'Credited'];

it.each<[Deposit['step'], string]>([
  ['connect', 'Connect'],
  ['confirm', 'Confirming'],
  ['late', 'Confirming'],
  ['paused', 'Credited'],
  ['credited', 'Credited'],
])('at %s a narrow screen shows the name %s, and screen readers have all five', (step, shown) => {
  render(<DepositSteps deposit={{ nano: 1n, wallets: [], walletName: 'Test', step }} />);
  const steps = within(screen.getByRole('list', { name: 'Steps of the deposit' }));
  const hidden = LABELS.filter((label) => steps.getByText(label).classList.contains('max-sm:sr-only'));
  expect(hidden).toEqual(LABELS.filter((label) => label !== shown));
});
