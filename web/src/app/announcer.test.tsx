import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TipDialog } from '../features/tip/tip-dialog';
import { makeQueryClient } from '../shared/api/query-client';
import { announce } from '../shared/notices/announcement';
import { useNotices } from '../shared/notices/notice-store';
import { inPage } from '../test-client';
import { respond } from '../test-fetch';
import { signInAs, tom } from '../test-members';
import { testPost } from '../test-post';
import { watchRegions } from '../test-regions';
import { Announcer } from './announcer';

signInAs({ ...tom, tokens: 100, tokensNano: '100000000000' });

it('that a tip was sent is read out once, after its dialog has closed', async () => {
  respond(200, { id: 7, tokens: 99, tokensNano: '99000000000', likes_sum: 1, likesSumNano: '1000000000' });
  respond(200, testPost);
  const client = makeQueryClient();
  client.setQueryData(['price'], 0.0125);
  const onClosed = vi.fn();
  render(
    <>
      <Announcer />
      <TipDialog post={testPost} opener={null} onClosed={onClosed} />
    </>,
    { wrapper: inPage(client) },
  );
  const isReadOut = watchRegions();
  await userEvent.type(await screen.findByRole('spinbutton', { name: 'Amount of LIKE' }), '{Enter}');
  await waitFor(() => expect(onClosed).toHaveBeenCalled());
  expect(screen.queryByText(/was sent/)).toBeNull();
  await isReadOut('Your tip of 1 LIKE was sent.');
  expect(renderHook(useNotices).result.current).toEqual([]);
});

it('the same sentence again is read out again: the region is empty in between', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(<Announcer />);
  const said = Array.from({ length: 2 }, () => {
    act(() => announce('Your tip of 1 LIKE was sent.'));
    const before = screen.getByRole('status').textContent;
    act(() => void vi.advanceTimersByTime(1000));
    return [before, screen.getByRole('status').textContent];
  });
  expect(said).toEqual(Array(2).fill(['', 'Your tip of 1 LIKE was sent.']));
  act(() => void vi.runAllTimers());
});
