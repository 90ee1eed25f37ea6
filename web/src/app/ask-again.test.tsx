import { unlinkWallet } from '@likewell/contracts/gateway/wallet';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { KeysSection } from '../features/keys/keys-section';
import { call } from '../shared/api/client';
import { removeDialog, useOpenDialog } from '../shared/dialogs/dialog-store';
import { getSession, saveSession, updateUser } from '../shared/session/session-store';
import { inPage } from '../test-client';
import { fetchMock, json } from '../test-fetch';
import { mary, signInAs } from '../test-members';
import { pressAndConfirm } from '../test-question';
import { DialogHost } from './dialog-host';
import { ConfirmDialog } from './lazy-dialogs';

const needed = (ways: readonly string[] = ['password']) =>
  json(403, {
    error: 'Please confirm that it is you to go on.',
    code: 'CONFIRMATION_NEEDED',
    details: { ways },
  });
const sent = () => fetchMock.mock.calls.map(([url]) => url);
const unlink = (address: string) => call(unlinkWallet, { params: { address } });

// These parts are usually loaded at their first use. Here they are loaded before, so that no test waits for
// their transformation.
beforeAll(() => Promise.all([ConfirmDialog.preload(), import('../shared/dialogs/ask-again')]));
signInAs(mary);
afterEach(async () => {
  act(removeDialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

function open(): void {
  render(<DialogHost />, { wrapper: inPage() });
}

const confirm = async (password = 'right horse') =>
  userEvent.type(await screen.findByLabelText('Password'), `${password}{Enter}`);

describe('a call for which the member has to confirm that it is them', () => {
  it('asks, and is made once more when they have', async () => {
    open();
    fetchMock
      .mockResolvedValueOnce(needed())
      .mockResolvedValueOnce(json(200))
      .mockResolvedValueOnce(json(200));
    const unlinked = unlink('a');
    await confirm();
    await expect(unlinked).resolves.toEqual({});
    expect(sent()).toEqual(['/api/wallet/links/a', '/api/auth/confirm', '/api/wallet/links/a']);
    expect(fetchMock.mock.calls[1]?.[1]?.body).toBe('{"way":"password","password":"right horse"}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('fails with the server’s sentence when they close the dialog, and they stay signed in', async () => {
    open();
    fetchMock.mockResolvedValueOnce(needed());
    const unlinked = unlink('a');
    unlinked.catch(() => undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await expect(unlinked).rejects.toThrow('Please confirm that it is you to go on.');
    expect(sent()).toHaveLength(1);
    expect(getSession().token).toBe('secret');
  });

  it('fails when another member gives the confirmation, and is not made as them', async () => {
    open();
    fetchMock.mockResolvedValueOnce(needed());
    fetchMock.mockImplementation(() => Promise.resolve(json(200)));
    const unlinked = unlink('a');
    unlinked.catch(() => undefined);
    await screen.findByLabelText('Password');
    const { request } = renderHook(() => useOpenDialog()).result.current ?? {};
    // Their confirmation is in progress when the session ends and the dialog closes.
    act(() => {
      if (request?.kind === 'confirm') request.onConfirmed();
      saveSession('another secret', { ...mary, id: 1002, username: 'tom' });
    });
    await expect(unlinked).rejects.toThrow('Please confirm that it is you to go on.');
    expect(sent()).toHaveLength(1);
  });

  it('fails when the session changes in another tab, and the dialog goes', async () => {
    open();
    fetchMock.mockResolvedValueOnce(needed());
    const unlinked = unlink('a');
    unlinked.catch(() => undefined);
    await screen.findByLabelText('Password');
    act(() => {
      localStorage.setItem('token', 'another secret');
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'another secret' }));
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await expect(unlinked).rejects.toThrow('Please confirm that it is you to go on.');
    expect(getSession().token).toBe('another secret');
  });

  it('is asked for no less while their balance changes', async () => {
    open();
    fetchMock.mockResolvedValueOnce(needed());
    fetchMock.mockImplementation(() => Promise.resolve(json(200)));
    const unlinked = unlink('a');
    await screen.findByLabelText('Password');
    act(() => updateUser({ tokensNano: '7' }));
    await confirm();
    await expect(unlinked).resolves.toEqual({});
  });

  it('is made no third time where the server is not content yet', async () => {
    open();
    fetchMock
      .mockResolvedValueOnce(needed())
      .mockResolvedValueOnce(json(200))
      .mockResolvedValueOnce(needed());
    const unlinked = unlink('a');
    unlinked.catch(() => undefined);
    await confirm();
    await expect(unlinked).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    expect(sent()).toHaveLength(3);
  });

  it('asks once for two at the same time', async () => {
    open();
    fetchMock.mockResolvedValueOnce(needed()).mockResolvedValueOnce(needed());
    fetchMock.mockImplementation(() => Promise.resolve(json(200)));
    const both = Promise.all([unlink('a'), unlink('b')]);
    await confirm();
    await both;
    expect(sent().filter((url) => url === '/api/auth/confirm')).toHaveLength(1);
    expect(sent()).toHaveLength(5);
  });

  it('says in the dialog that no answer came, and goes on asking', async () => {
    open();
    fetchMock.mockResolvedValueOnce(needed()).mockResolvedValueOnce(json(502));
    unlink('a').catch(() => undefined);
    await confirm();
    expect((await screen.findByRole('alert')).textContent).toBe('No answer came. Please try again.');
    expect(sent()).toHaveLength(2);
  });

  it('says in the dialog what was wrong, and goes on asking', async () => {
    open();
    fetchMock.mockResolvedValueOnce(needed());
    fetchMock.mockResolvedValueOnce(json(403, { error: 'Wrong current password', code: 'WRONG_PASSWORD' }));
    const unlinked = unlink('a');
    unlinked.catch(() => undefined);
    await confirm('wrong horse');
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong current password');
    expect(sent()).toHaveLength(2);
  });
});

describe('a change of the keys, once it is confirmed in the dialog', () => {
  const KEYS = {
    totp: true,
    recovery_codes_left: 4,
    passkeys: [{ id: 3, name: 'Phone', created_at: '2026-11-24T12:00:00.000Z', last_used_at: null }],
  };

  /** Popups fade, as in a browser; jsdom has no animations. */
  function fade() {
    const finished = () => new Promise((resolve) => setTimeout(resolve, 160));
    Element.prototype.getAnimations = () => [{ finished: finished() } as unknown as Animation];
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'getAnimations'));
  }

  it.each(['Make new recovery codes', 'Remove Phone', 'Remove app'])(
    'leaves the focus at the button that asked: %s',
    async (name) => {
      fade();
      let isConfirmed = false;
      fetchMock.mockImplementation((path, { method } = {}) => {
        if (path === '/api/auth/confirm') isConfirmed = true;
        else if (method !== 'GET')
          return Promise.resolve(isConfirmed ? json(200, { recoveryCodes: null }) : needed());
        return Promise.resolve(json(200, KEYS));
      });
      render(
        <main id="main" tabIndex={-1}>
          <KeysSection />
          <DialogHost />
        </main>,
        { wrapper: inPage() },
      );
      await screen.findByRole('button', { name });
      pressAndConfirm(name);
      await confirm();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(screen.getByRole('button', { name }).matches(':focus')).toBe(true));
    },
  );
});

it('the dialog offers the ways that the member has, and no other', async () => {
  open();
  fetchMock.mockResolvedValueOnce(needed(['wallet']));
  unlink('a').catch(() => undefined);
  expect(await screen.findByRole('button', { name: 'Confirm with a wallet' })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

describe('of who has a second factor the dialog', () => {
  const ask = (ways: readonly string[]) => {
    open();
    fetchMock
      .mockResolvedValueOnce(needed(ways))
      .mockResolvedValueOnce(json(403, { error: 'This code is wrong.', code: 'WRONG_CODE' }))
      .mockImplementation(() => Promise.resolve(json(200)));
    return unlink('a');
  };
  const sentBody = (call: number) => fetchMock.mock.calls[call]?.[1]?.body;

  it('asks for a code of the app, and goes on asking after a wrong one', async () => {
    const unlinked = ask(['totp', 'recovery-code']);
    const field = await screen.findByLabelText('Code from your authenticator app');
    await userEvent.type(field, '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This code is wrong.');
    await userEvent.clear(field);
    await userEvent.type(field, '123456{Enter}');
    await expect(unlinked).resolves.toEqual({});
    expect(sentBody(2)).toBe('{"way":"totp","code":"123456"}');
  });

  it('takes a recovery code in its place', async () => {
    ask(['passkey', 'recovery-code']).catch(() => undefined);
    expect(await screen.findByRole('button', { name: 'Confirm with a passkey' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd{Enter}');
    await screen.findByText('This code is wrong.');
    expect(sentBody(1)).toBe('{"way":"recovery-code","recoveryCode":"abcd"}');
  });

  it('says to log in again where this session can show nothing', async () => {
    ask([]).catch(() => undefined);
    expect(await screen.findByText('Log out and in again to go on.')).toBeTruthy();
  });
});
