import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LICENSES } from '../../build/licenses';
import { inPage } from '../test-client';
import { TermsOfServiceScreen } from './terms-of-service';

it('leads to the licenses of what others made, where the build has them', () => {
  render(<TermsOfServiceScreen />, { wrapper: inPage() });
  const link = screen.getByRole('link', { name: 'their licenses' });
  expect(link.getAttribute('href')).toBe(`/${LICENSES}`);
});
