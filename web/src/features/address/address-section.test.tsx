import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { inClient } from '../../test-client';
import { respond } from '../../test-fetch';
import { mary, signInAs } from '../../test-members';
import { AddressSection } from './address-section';

signInAs(mary);

it('who may request no further link is told that the last one still works, if there is one', async () => {
  respond(200, { email: 'mary@example.org', email_verified: false, pending_email: null, waits_for: [] });
  render(<AddressSection />, { wrapper: inClient() });
  const button = await screen.findByRole('button', { name: 'Send the link again' });
  respond(429, { error: 'Please wait 20 minutes and try again.', code: 'RATE_LIMITED' });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please wait 20 minutes and try again. If you have a mail with a link from us: it works for 24 hours.',
  );
});
