import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { makeQueryClient } from '../../shared/api/query-client';
import { dismiss, useNotices } from '../../shared/notices/notice-store';
import { dropSession, saveSession } from '../../shared/session/session-store';
import { inClient } from '../../test-client';
import { fetchMock, respond, respondLater } from '../../test-fetch';
import { mary, signInAs, tom } from '../../test-members';
import { useSendTip } from './tip.api';

const notices = () => renderHook(useNotices).result.current;

signInAs(mary);
beforeEach(() => notices().forEach(({ id }) => dismiss(id)));

/**
 * Mary sends a tip and leaves its dialog, as often as said; the returned function responds to the tip, and waits
 * for its end.
 */
async function sendAndLeave(times = 1) {
  const answer = respondLater();
  respond(200, {});
  const client = makeQueryClient();
  for (let count = 1; count <= times; count += 1) {
    const { result, unmount } = renderHook(() => useSendTip(3), { wrapper: inClient(client) });
    result.current.mutate(1_000_000_000n);
    await waitFor(() => expect(client.isMutating()).toBe(count));
    await waitFor(() => expect(fetchMock).toHaveBeenCalledOnce());
    unmount();
  }
  return async (status: number, body: unknown) => {
    answer(status, body);
    await waitFor(() => expect(client.isMutating()).toBe(0));
  };
}

const SENT = [200, { tokens: 99, tokensNano: '99000000000' }, 'Your tip of 1 LIKE was sent.'] as const;
const REJECTED = [422, { error: 'Too much.' }, 'Your tip of 1 LIKE was not sent. Too much.'] as const;

it.each([SENT, REJECTED])(
  'a %i to a tip is told to a visitor, who may be its sender',
  async (status, body, text) => {
    const answer = await sendAndLeave();
    dropSession();
    await answer(status, body);
    expect(notices()).toMatchObject([{ text }]);
  },
);

it.each([SENT, REJECTED])('a %i to a tip is nothing to another member', async (status, body) => {
  const answer = await sendAndLeave();
  saveSession('other', tom);
  await answer(status, body);
  expect(notices()).toEqual([]);
});

it.each([SENT, REJECTED])(
  'a %i to a tip that was sent again meanwhile is told once',
  async (status, body, text) => {
    const answer = await sendAndLeave(2);
    await answer(status, body);
    expect(notices()).toMatchObject([{ text }]);
  },
);
