import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { paths } from '../../shared/config/paths';
import { getOpenDialog, removeDialog } from '../../shared/dialogs/dialog-store';
import { dismiss, useNotices } from '../../shared/notices/notice-store';
import { postKeys } from '../../shared/posts/post-cache';
import { getSession, saveSession, updateUser } from '../../shared/session/session-store';
import { inClient } from '../../test-client';
import { fetchMock, respond, respondLater } from '../../test-fetch';
import { mary, signInAs, tom } from '../../test-members';
import { watchRegions } from '../../test-regions';
import { announceAndReload } from './announce-and-reload';
import { AvatarForm, useAvatarForm } from './avatar-form';
import type * as photoModule from './photo';
import { lookInside } from './photo';
import { PasswordForm, usePasswordForm } from './password-form';
import { UsernameForm, useUsernameForm } from './username-form';

vi.mock('./announce-and-reload', () => ({ announceAndReload: vi.fn() }));
vi.mock('./photo', async (original) => ({
  ...(await original<typeof photoModule>()),
  lookInside: vi.fn(() => Promise.resolve('picture')),
}));

const announced = vi.mocked(announceAndReload);
const onUpdated = vi.fn();
const Password = () => <PasswordForm username="mary" {...usePasswordForm(onUpdated)} />;
const Photo = () => <AvatarForm avatar="/a.webp" {...useAvatarForm()} />;
const Username = ({ isVerified = false }) => (
  <UsernameForm username="mary" isVerified={isVerified} {...useUsernameForm()} />
);
const noticed = () => renderHook(() => useNotices()).result.current.map(({ text }) => text);
const unknown = () => screen.queryByText(/^It is not known whether/)?.textContent;
const sent = () => fetchMock.mock.calls[0]?.[1]?.body;

let client: QueryClient;
let leave: () => void;

function open(form: ReactElement) {
  history.replaceState(null, '', paths.settings);
  client = makeQueryClient();
  leave = render(form, { wrapper: inClient(client) }).unmount;
  return userEvent.setup();
}

/** Responds to the next call after its form was left for a path; returns once all that follows it is done. */
function respondAfterLeaving(to: string = paths.best) {
  const respondNow = respondLater();
  return async (body: unknown) => {
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    leave();
    history.replaceState(null, '', to);
    respondNow(200, body);
    await waitFor(() => expect(client.isMutating()).toBe(0));
  };
}

signInAs(mary);
afterEach(() => {
  vi.clearAllMocks();
  vi.mocked(lookInside).mockImplementation(() => Promise.resolve('picture'));
  const { result } = renderHook(() => useNotices());
  act(() => result.current.forEach(({ id }) => dismiss(id)));
});

describe('the password form', () => {
  async function fill(repeat = 'new password') {
    const person = open(<Password />);
    await person.type(screen.getByLabelText('Current password'), 'old password');
    await person.type(screen.getByLabelText('New password'), 'new password');
    await person.type(screen.getByLabelText('Repeat new password'), `${repeat}{Enter}`);
  }

  it("needs equal passwords: 'Passwords do not match' [5.new-passwords]", async () => {
    await fill('another');
    expect((await screen.findByRole('alert')).textContent).toBe('Passwords do not match');
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('shows beside the field what the server says of a password that somebody would guess', async () => {
    respond(400, { error: 'This password is too easy to guess.', code: 'PASSWORD_TOO_EASY' });
    await fill();
    expect((await screen.findByRole('alert')).textContent).toBe('This password is too easy to guess.');
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('Wrong current password')).toBeNull();
  });

  it('sends oldPass and newPass, and tells that it is done', async () => {
    respond(200);
    await fill();
    await waitFor(() => expect(onUpdated).toHaveBeenCalledOnce());
    expect(sent()).toBe('{"oldPass":"old password","newPass":"new password"}');
  });

  it('tells that it is done also after it was left', async () => {
    const leaveAndRespond = respondAfterLeaving();
    await fill();
    await leaveAndRespond({});
    expect(onUpdated).toHaveBeenCalledOnce();
  });

  it('tells it to nobody who has signed in meanwhile', async () => {
    const leaveAndRespond = respondAfterLeaving();
    await fill();
    saveSession('other', tom);
    await leaveAndRespond({});
    expect(onUpdated).not.toHaveBeenCalled();
  });

  it.each([403, 400, 429, 500, 503])(
    "says 'Wrong current password' on any failed change: %i (spec, section 8) [8.wrong-password]",
    async (status) => {
      respond(status, { error: 'Something else entirely' });
      await fill();
      expect((await screen.findByRole('alert')).textContent).toBe('Wrong current password');
      expect(onUpdated).not.toHaveBeenCalled();
      expect(getSession().token).toBe('secret');
    },
  );

  it('asks who has a second factor and did not use it to confirm', async () => {
    const error = 'Please confirm that it is you to go on.';
    respond(403, { error, code: 'CONFIRMATION_NEEDED', details: { ways: ['totp'] } });
    await fill();
    await waitFor(() => expect(getOpenDialog()?.request.kind).toBe('confirm'));
    act(removeDialog);
    expect((await screen.findByRole('alert')).textContent).toBe(error);
  });

  it('says so too when no response comes, and what to do if it was changed', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('offline'));
    await fill();
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong current password');
    expect(unknown()).toBe(
      'It is not known whether your password was changed. If you are logged out, log in with the new one.',
    );
  });

  it.each([
    [403, false],
    [429, false],
    [503, true],
    [504, true],
  ])('leaves it open after a %i whether it was changed: %o', async (status, isOpen) => {
    respond(status, { error: 'A sentence of the server.' });
    await fill();
    await screen.findByRole('alert');
    expect(unknown() !== undefined).toBe(isOpen);
  });
});

describe('the avatar form', () => {
  const photo = (size: number, type = 'image/png') => new File([new Uint8Array(size)], 'me.png', { type });
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('Choose photo'), { target: { files: [file] } });
  const save = () => fireEvent.click(screen.getByRole('button', { name: /Save photo/ }));
  const TOO_LARGE = 'Error: photo must be under 1 MB';

  it.each([
    ['one byte over 1 MB', photo(1_048_577)],
    ['a GIF', photo(10, 'image/gif')],
    ['an SVG', photo(10, 'image/svg+xml')],
    ['a file without a type', photo(10, '')],
  ])("rejects %s: 'Error: photo must be under 1 MB', and sends nothing [5.avatar]", async (_, file) => {
    open(<Photo />);
    choose(file);
    expect((await screen.findByRole('alert')).textContent).toBe(TOO_LARGE);
    save();
    expect(fetchMock).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe(TOO_LARGE);
  });

  it.each(['image/png', 'image/jpeg'])(
    'takes a %s of exactly 1 MB, shows it before, sends it as avatar, and tells [9.avatar]',
    async (type) => {
      open(<Photo />);
      const file = photo(1_048_576, type);
      choose(file);
      await waitFor(() => {
        // jsdom parses the whole photo for `image.src`.
        expect(screen.getByRole('presentation').getAttribute('src')).toMatch(
          new RegExp(`^data:${type};base64,`),
        );
      });
      respond(200, { ...mary, avatar: '/api/avatars/new.webp' });
      save();
      await waitFor(() => expect(announced).toHaveBeenCalledWith('Your photo was successfully changed'));
      const form = sent() as FormData;
      expect([...form.keys()]).toEqual(['avatar']);
      expect((form.get('avatar') as File).size).toBe(1_048_576);
      expect(getSession().user?.avatar).toBe('/api/avatars/new.webp');
    },
  );

  it('is read out by its name, which the field has too, and may be chosen again', async () => {
    const person = open(<Photo />);
    const field = screen.getByLabelText<HTMLInputElement>('Choose photo');
    const isReadOut = watchRegions();
    await person.upload(field, photo(10));
    await isReadOut('me.png is chosen.');
    expect(field.files).toHaveLength(1);
    // As a browser does when the chooser opens.
    await person.click(field);
    expect(field.files).toHaveLength(0);
  });

  it('is not named in place of the one that is on its way', async () => {
    respondLater();
    const person = open(<Photo />);
    const field = screen.getByLabelText<HTMLInputElement>('Choose photo');
    await person.upload(field, photo(10));
    save();
    await waitFor(() => expect(fetchMock).toHaveBeenCalled());
    await person.upload(field, new File(['a'], 'another.png', { type: 'image/png' }));
    expect(field.files).toHaveLength(0);
    expect(screen.getByText('me.png is chosen.')).toBeTruthy();
  });

  it('says of a file that is no picture why it was rejected, and the field is described by that', async () => {
    vi.mocked(lookInside).mockImplementation(() => Promise.resolve('another'));
    open(<Photo />);
    const isReadOut = watchRegions();
    choose(photo(10));
    await isReadOut(/^This file is not a picture\. PNG or JPEG/);
    const { id, textContent } = screen.getByRole('alert');
    expect(textContent).toBe(TOO_LARGE);
    const described = screen.getByLabelText('Choose photo').getAttribute('aria-describedby');
    expect(described?.split(' ')).toContain(id);
  });

  it('says nothing of a photo in whose place another was chosen before its content was known', async () => {
    const found: ((kind: 'broken' | 'another') => void)[] = [];
    vi.mocked(lookInside).mockImplementation(() => new Promise((resolve) => found.push(resolve)));
    open(<Photo />);
    choose(photo(10));
    choose(photo(20));
    await act(async () => {
      found[0]?.('broken');
      await vi.mocked(lookInside).mock.results[0]?.value;
    });
    expect(screen.queryByRole('alert')).toBeNull();
    found[1]?.('another');
    expect((await screen.findByRole('alert')).textContent).toBe(TOO_LARGE);
  });

  it('tells after it was left by a notice, and reloads no other screen', async () => {
    open(<Photo />);
    choose(photo(10));
    const leaveAndRespond = respondAfterLeaving();
    save();
    await leaveAndRespond({ ...mary, avatar: '/api/avatars/new.webp' });
    expect(noticed()).toEqual(['Your photo was successfully changed']);
    expect(announced).not.toHaveBeenCalled();
    expect(getSession().user?.avatar).toBe('/api/avatars/new.webp');
  });

  it.each([
    [413, TOO_LARGE],
    [415, TOO_LARGE],
    [422, 'Error uploading photo'],
    [500, 'Error uploading photo'],
    [503, 'Error uploading photo'],
  ])('says after a %i: %s [8.photo-size] [8.photo-upload]', async (status, text) => {
    open(<Photo />);
    choose(photo(10));
    respond(status, { error: 'Something else entirely' });
    save();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(announced).not.toHaveBeenCalled();
  });
});

describe('a change without an answer that may have been made', () => {
  it('of the photo says how to see it', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('offline'));
    open(<Photo />);
    const photo = new File(['a'], 'me.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('Choose photo'), { target: { files: [photo] } });
    fireEvent.click(screen.getByRole('button', { name: /Save photo/ }));
    expect((await screen.findByRole('alert')).textContent).toBe('Error uploading photo');
    expect(unknown()).toBe('It is not known whether your photo was changed. Load this page again to see it.');
  });

  it('of the username says how to see it', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('offline'));
    const person = open(<Username />);
    await person.type(screen.getByLabelText('New username'), 'maria{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Username update failed');
    expect(unknown()).toBe(
      'It is not known whether your username was changed. Load this page again to see it.',
    );
  });
});

describe('the username form', () => {
  const type = async (text: string) => {
    const person = open(<Username />);
    await person.type(screen.getByLabelText('New username'), `${text}{Enter}`);
  };

  it('needs more than spaces [5.username]', async () => {
    await type('   ');
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a username.');
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it('sends the trimmed name, keeps the answered one, and tells', async () => {
    respond(200, { ...mary, username: 'maria' });
    await type('  Maria ');
    await waitFor(() => expect(announced).toHaveBeenCalledWith('Your username was successfully changed'));
    expect(sent()).toBe('{"username":"Maria"}');
    expect(getSession().user?.username).toBe('maria');
  });

  it.each([true, false])(
    'says that the verified badge is lost with the name to whoever has it: %o',
    (isVerified) => {
      open(<Username isVerified={isVerified} />);
      expect(screen.queryByText(/you lose your verified badge/) !== null).toBe(isVerified);
    },
  );

  it('takes the verified badge off where the answered name has none', async () => {
    updateUser({ is_verified: true });
    const leaveAndRespond = respondAfterLeaving();
    await type('maria');
    await leaveAndRespond({ ...mary, username: 'maria' });
    expect(getSession().user?.is_verified).toBe(false);
  });

  it('tells by an alert and loads again where only another form of the settings was opened', async () => {
    const leaveAndRespond = respondAfterLeaving(paths.settings);
    await type('maria');
    await leaveAndRespond({ ...mary, username: 'maria' });
    expect(announced).toHaveBeenCalledWith('Your username was successfully changed');
    expect(noticed()).toEqual([]);
  });

  it('tells after it was left by a notice, and reloads no other screen', async () => {
    const leaveAndRespond = respondAfterLeaving();
    await type('maria');
    client.setQueryData(postKeys.member('mary', mary.id), []);
    await leaveAndRespond({ ...mary, username: 'maria' });
    expect(noticed()).toEqual(['Your username was successfully changed']);
    expect(client.getQueryState(postKeys.member('mary', mary.id))?.isInvalidated).toBe(true);
    expect(announced).not.toHaveBeenCalled();
    expect(getSession().user?.username).toBe('maria');
  });

  it.each([
    [
      { error: 'This username is taken. Please choose another one.' },
      'This username is taken. Please choose another one.',
    ],
    [{}, 'Username update failed'],
  ])("shows the server's error, or 'Username update failed': %o [8.username-failed]", async (body, text) => {
    respond(409, body);
    await type('tom');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(announced).not.toHaveBeenCalled();
  });
});
