import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { dropSession, saveSession } from '../session/session-store';
import { mary, tom } from '../../test-members';
import { dismiss, notify, useNotices } from './notice-store';

afterEach(() => dropSession());

function open() {
  const { result } = renderHook(useNotices);
  // Those of the test before wait for their member.
  for (const member of [mary, tom]) {
    act(() => saveSession('secret', member));
    act(() => result.current.forEach(({ id }) => dismiss(id)));
  }
  act(() => dropSession());
  return () => result.current.map(({ text }) => text);
}

it('what a member was told stays after their log-out and their next log-in, and goes when another signs in', () => {
  const shown = open();
  act(() => saveSession('secret', mary));
  act(() => notify('Password updated. Please log in again.'));
  act(() => dropSession());
  expect(shown()).toEqual(['Password updated. Please log in again.']);
  act(() => saveSession('new', mary));
  expect(shown()).toEqual(['Password updated. Please log in again.']);
  act(() => dropSession());
  act(() => saveSession('other', tom));
  expect(shown()).toEqual([]);
});

it('what another member does not read waits for the one whom it concerns, and not for a visitor', () => {
  const shown = open();
  act(() => saveSession('secret', mary));
  act(() => notify('Your photo is there.'));
  act(() => saveSession('other', tom));
  act(() => notify('Your tip of 1 LIKE was sent.', mary.id));
  expect(shown()).toEqual([]);
  // Tom, perhaps.
  act(() => dropSession());
  expect(shown()).toEqual([]);
  act(() => saveSession('secret', mary));
  expect(shown()).toEqual(['Your photo is there.', 'Your tip of 1 LIKE was sent.']);
});

it('what a visitor was told stays when they sign in', () => {
  const shown = open();
  act(() => notify('Your account stays as it was.'));
  act(() => saveSession('secret', mary));
  expect(shown()).toEqual(['Your account stays as it was.']);
});

it('what concerns a member is told to them and to a visitor, not to another member', () => {
  const shown = open();
  act(() => saveSession('other', tom));
  act(() => notify('Your tip of 1 LIKE was sent.', mary.id));
  expect(shown()).toEqual([]);
  act(() => dropSession());
  act(() => notify('Your tip of 2 LIKE was sent.', mary.id));
  expect(shown()).toEqual(['Your tip of 2 LIKE was sent.']);
  act(() => saveSession('other', tom));
  expect(shown()).toEqual([]);
});
