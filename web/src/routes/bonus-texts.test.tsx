import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PageRouter } from '../shared/history/page-router';
import { inClient } from '../test-client';
import { TermsOfServiceScreen } from './terms-of-service';
import { WhitePaperScreen } from './whitepaper';

it.each([
  ['the white paper', WhitePaperScreen],
  ['the terms', TermsOfServiceScreen],
])('%s says to whom the sign-up bonus comes later', (_, Screen) => {
  render(
    <PageRouter>
      <Screen />
    </PageRouter>,
    { wrapper: inClient() },
  );
  expect(screen.getByText(/many register from one network.* on one of the next days/)).toBeTruthy();
});
