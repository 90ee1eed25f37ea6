import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { inClient } from '../../test-client';
import { fetchMock, json, respond } from '../../test-fetch';
import { mary, signInAs } from '../../test-members';
import { watchRegions } from '../../test-regions';
import { AddressSection } from './address-section';
import { ForgotForm } from './forgot-form';

const MAIL_UNKNOWN = 'No answer came. Look for a mail from us before you try again.';
const account = { email: 'mary@example.org', email_verified: false, pending_email: null, waits_for: [] };

signInAs(mary);

it('who may request no further link is told that the last one still works, if there is one', async () => {
  respond(200, account);
  render(<AddressSection />, { wrapper: inClient() });
  const button = await screen.findByRole('button', { name: 'Send the link again' });
  respond(429, { error: 'Please wait 20 minutes and try again.', code: 'RATE_LIMITED' });
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please wait 20 minutes and try again. If you have a mail with a link from us: it works for 24 hours.',
  );
});

it('a link of which no answer came may be in a mail', async () => {
  respond(200, account);
  render(<AddressSection />, { wrapper: inClient() });
  const button = await screen.findByRole('button', { name: 'Send the link again' });
  respond(502);
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toBe(MAIL_UNKNOWN);
});

describe('what became of it is said in a region that was there before, so that it is read out:', () => {
  it('a link that is sent again', async () => {
    respond(200, account);
    render(<AddressSection />, { wrapper: inClient() });
    const button = await screen.findByRole('button', { name: 'Send the link again' });
    const isReadOut = watchRegions();
    respond(200);
    await userEvent.click(button);
    await isReadOut(/^The link is on its way/);
    expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  });

  it('a new address', async () => {
    respond(200, account);
    render(<AddressSection />, { wrapper: inClient() });
    const field = await screen.findByLabelText('New e-mail address');
    const isReadOut = watchRegions();
    respond(200);
    respond(200, { ...account, pending_email: 'new@example.org', waits_for: ['new'] });
    await userEvent.type(field, 'new@example.org{Enter}');
    await isReadOut('new@example.org');
  });

  it('a link for a new password', async () => {
    render(<ForgotForm />, { wrapper: inClient() });
    const isReadOut = watchRegions();
    respond(200);
    await userEvent.type(screen.getByLabelText('Username or e-mail'), 'mary{Enter}');
    await isReadOut(/^If there is such an account/);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

it('a link for a new password of which no answer came may be in a mail', async () => {
  render(<ForgotForm />, { wrapper: inClient() });
  respond(502);
  await userEvent.type(screen.getByLabelText('Username or e-mail'), 'mary{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(MAIL_UNKNOWN);
});

it('a change of address of which no answer came is looked for', async () => {
  respond(200, account);
  render(<AddressSection />, { wrapper: inClient() });
  const field = await screen.findByLabelText('New e-mail address');
  fetchMock
    .mockResolvedValueOnce(json(502))
    .mockResolvedValueOnce(json(200, { ...account, pending_email: 'new@example.org', waits_for: ['new'] }));
  await userEvent.type(field, 'new@example.org{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No answer came. See whether the new address waits for its link before you try again.',
  );
  expect((await screen.findByText('new@example.org')).parentElement?.textContent).toBe(
    'new@example.org becomes your address once you have opened the link that we sent to the new address.',
  );
});
