import { verifyEmail } from '@likewell/contracts/gateway/addresses';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { inPage } from '../../test-client';
import { fetchMock, respond } from '../../test-fetch';
import { watchRegions } from '../../test-regions';
import { OpenLink } from './open-link';
import { ResetForm } from './reset-form';

const NO_ANSWER = 'No answer came. Please try again.';
const PERHAPS_USED =
  'This link has been used, perhaps by your try that got no answer. See whether it worked before you ask for a new one.';
const RUN_OUT = 'This link has expired or was used before. Please ask for a new one.';
const rejectAsUsed = () => respond(403, { error: RUN_OUT, code: 'MAIL_LINK_INVALID' });
const loseAnswer = () => fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));

function openVerification() {
  const page = (
    <OpenLink route={verifyEmail} text="Press the button." label="Confirm">
      {({ email }) => email}
    </OpenLink>
  );
  render(page, { wrapper: inPage() });
  return () => userEvent.click(screen.getByRole('button', { name: /Confirm/ }));
}

async function openReset() {
  render(<ResetForm />, { wrapper: inPage() });
  await userEvent.type(screen.getByLabelText('New password'), 'staple, quite another');
  await userEvent.type(screen.getByLabelText('Repeat new password'), 'staple, quite another');
  return () => userEvent.click(screen.getByRole('button', { name: /Set new password/ }));
}

it.each([
  ['an address', openVerification],
  ['a new password', openReset],
])('a link for %s that was used by a try without an answer says that it may have worked', async (_, open) => {
  const press = await open();
  loseAnswer();
  await press();
  expect(await screen.findByText(NO_ANSWER)).toBeTruthy();
  rejectAsUsed();
  await press();
  expect(await screen.findByText(PERHAPS_USED)).toBeTruthy();
});

it('a link that was used before says so at the first try', async () => {
  const press = openVerification();
  rejectAsUsed();
  await press();
  expect(await screen.findByText(RUN_OUT)).toBeTruthy();
});

it.each([
  ['an address', openVerification, 'mary@example.org'],
  ['a new password', openReset, /^Your new password is set/],
])('what became of a link for %s is read out', async (_, open, text) => {
  const press = await open();
  const isReadOut = watchRegions();
  respond(200, { email: 'mary@example.org' });
  await press();
  await isReadOut(text);
  expect(screen.queryByRole('button', { name: /Confirm|Set new password/ })).toBeNull();
});
