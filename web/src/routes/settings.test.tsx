import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotices } from '../shared/notices/notice-store';
import { getSession, saveSession } from '../shared/session/session-store';
import { inPage } from '../test-client';
import { fetchMock, json } from '../test-fetch';
import { mary, signInAs, tom } from '../test-members';
import { pressAndConfirm } from '../test-question';
import { SettingsScreen } from './settings';

const KEYS = { totp: true, recovery_codes_left: 4, passkeys: [] };

/** Lets the call with this path wait for the returned function. */
function hold(path: string, keys = KEYS) {
  let resolve: (response: Response) => void = () => undefined;
  const held = new Promise<Response>((found) => (resolve = found));
  fetchMock.mockImplementation((asked) => {
    if (asked === path) return held;
    return Promise.resolve(asked === '/api/users/me/keys' ? json(200, keys) : json(404));
  });
  return (body: unknown = {}, status = 200) => resolve(json(status, body));
}

function AnotherScreen() {
  return useNotices().map(({ id, text }) => <p key={id}>{text}</p>);
}

const open = () => render(<SettingsScreen />, { wrapper: inPage() });
async function openSecurity() {
  const view = open();
  await choose('Security');
  // The tab is loaded now, and shown at once.
  await import('./parts/security-tab');
  await choose('Change username');
  await choose('Security');
  return view;
}
async function makeCodes() {
  const view = await openSecurity();
  await screen.findByRole('button', { name: 'Make new recovery codes' });
  pressAndConfirm('Make new recovery codes');
  return view;
}
const choose = (tab: string) => userEvent.click(screen.getByRole('tab', { name: tab }));

async function changePassword() {
  await userEvent.type(screen.getByLabelText('Current password'), 'old password');
  await userEvent.type(screen.getByLabelText('New password'), 'staple, quite another');
  await userEvent.type(screen.getByLabelText('Repeat new password'), 'staple, quite another{Enter}');
  await waitFor(() => expect(fetchMock).toHaveBeenCalledWith('/api/users/password', expect.anything()));
}

signInAs(mary);
vi.spyOn(console, 'error').mockImplementation(() => undefined);

it('a changed password logs out, with its words, though another tab was chosen meanwhile', async () => {
  const respond = hold('/api/users/password');
  open();
  await changePassword();
  await choose('Change username');
  respond();
  expect(await screen.findByText('Password updated. Please log in again.')).toBeTruthy();
  expect(getSession().token).toBeNull();
});

it('a changed password logs out, with its words, though the settings were left meanwhile', async () => {
  const respond = hold('/api/users/password');
  const { rerender } = open();
  await changePassword();
  rerender(<AnotherScreen />);
  respond();
  expect(await screen.findByText('Password updated. Please log in again.')).toBeTruthy();
  expect(getSession().token).toBeNull();
});

it('what one member has typed is not there for the next', async () => {
  hold('');
  open();
  await userEvent.type(screen.getByLabelText('Current password'), 'old password');
  // Another tab of the browser.
  localStorage.setItem('token', 'other');
  localStorage.setItem('user', JSON.stringify(tom));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
});

describe('a look at another tab', () => {
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

  it('leaves what was typed, and the chosen photo', async () => {
    hold('');
    open();
    await userEvent.type(screen.getByLabelText('Current password'), 'old password');
    await choose('Change username');
    await userEvent.type(screen.getByLabelText('New username'), 'marianne');
    await choose('Change avatar');
    const photo = new File(['p'], 'me.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Choose photo'), photo);
    await choose('Change password');
    expect(screen.queryByLabelText('New username')).toBeNull();
    expect(value('Current password')).toBe('old password');
    await choose('Change username');
    expect(value('New username')).toBe('marianne');
    await choose('Change avatar');
    expect(screen.getByText('me.png is chosen.')).toBeTruthy();
  });

  it('leaves what the server says of the change to be read afterwards', async () => {
    const respond = hold('/api/users/username');
    open();
    await choose('Change username');
    await userEvent.type(screen.getByLabelText('New username'), 'tom{Enter}');
    await waitFor(() => expect(fetchMock).toHaveBeenCalledWith('/api/users/username', expect.anything()));
    await choose('Change avatar');
    respond({ error: 'This username is taken.' }, 409);
    await choose('Change username');
    expect((await screen.findByRole('alert')).textContent).toBe('This username is taken.');
  });

  it('leaves the setup of an app for codes, which it does not show meanwhile', async () => {
    const respond = hold('/api/users/me/totp', { ...KEYS, totp: false });
    await openSecurity();
    await userEvent.click(await screen.findByRole('button', { name: 'Set up an app' }));
    respond({ secret: 'SECRET', uri: 'otpauth://totp/a' });
    await userEvent.type(await screen.findByLabelText('Code that the app shows'), '123');
    await choose('Change username');
    expect(screen.queryByRole('form', { name: 'Set up an app' })).toBeNull();
    await choose('Security');
    expect(value('Code that the app shows')).toBe('123');
    expect(screen.getByRole('form', { name: 'Set up an app' })).toBeTruthy();
  });
});

it('new recovery codes are shown though another tab was chosen meanwhile, until they are kept', async () => {
  const respond = hold('/api/users/me/recovery-codes');
  await makeCodes();
  await choose('Change username');
  respond({ recoveryCodes: ['only-code'] });
  expect((await screen.findByRole('list', { name: 'Recovery codes' })).textContent).toBe('only-code');
  await choose('Security');
  expect((await screen.findByRole('list', { name: 'Recovery codes' })).textContent).toBe('only-code');
  await choose('Change avatar');
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Settings');
});

describe('a photo that is saved after recovery codes were asked for', () => {
  const reload = vi.fn();
  const alert = vi.fn();
  const unload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  beforeEach(() => {
    reload.mockReset();
    alert.mockReset();
    vi.stubGlobal('location', { pathname: '/settings', reload });
    vi.stubGlobal('alert', alert);
  });
  /** Sends a photo, and makes codes meanwhile; returns the responses. */
  async function sendPhotoAndMakeCodes() {
    const respondToPhoto = hold('/api/users/avatar');
    const { unmount } = open();
    await choose('Change avatar');
    const photo = new File(['p'], 'p.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Choose photo'), photo);
    await userEvent.click(screen.getByRole('button', { name: /Save photo/ }));
    unmount();
    const respondToCodes = hold('/api/users/me/recovery-codes');
    await makeCodes();
    return { respondToCodes, savePhoto: () => respondToPhoto({ ...mary, avatar: '/new.webp' }) };
  }
  const saved = () =>
    waitFor(() => expect(alert.mock.calls).toEqual([['Your photo was successfully changed']]));

  it('does not take them: the page loads again once they are kept', async () => {
    const { savePhoto, respondToCodes } = await sendPhotoAndMakeCodes();
    savePhoto();
    await saved();
    expect(reload).not.toHaveBeenCalled();
    respondToCodes({ recoveryCodes: ['only-code'] });
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect([codes.textContent, unload(), reload.mock.calls]).toEqual(['only-code', true, []]);
    await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect([unload(), reload.mock.calls]).toEqual([false, [[]]]);
  });

  it('waits no longer for those that are not made', async () => {
    const { savePhoto, respondToCodes } = await sendPhotoAndMakeCodes();
    savePhoto();
    await saved();
    respondToCodes({ recoveryCodes: null });
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});

it('codes of one member that are not kept yet stay while another makes some in the same tab', async () => {
  const respond = hold('/api/users/me/recovery-codes');
  const shown = async () => (await screen.findByRole('list', { name: 'Recovery codes' })).textContent;
  const { unmount } = await makeCodes();
  respond({ recoveryCodes: ['code-of-mary'] });
  expect(await shown()).toBe('code-of-mary');
  unmount();
  saveSession('other', tom);
  const respondToTom = hold('/api/users/me/recovery-codes');
  await makeCodes();
  respondToTom({ recoveryCodes: ['code-of-tom'] });
  expect(await shown()).toBe('code-of-tom');
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
  act(() => saveSession('secret', mary));
  expect(await shown()).toBe('code-of-mary');
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }));
});

it('new recovery codes that come after the settings were left are announced, and wait there', async () => {
  const respond = hold('/api/users/me/recovery-codes');
  const { rerender } = await makeCodes();
  rerender(<AnotherScreen />);
  respond({ recoveryCodes: ['later-code'] });
  expect(await screen.findByText('Your new recovery codes are in your settings.')).toBeTruthy();
  rerender(<SettingsScreen />);
  expect((await screen.findByRole('list', { name: 'Recovery codes' })).textContent).toBe('later-code');
});
