import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useProfile } from '../../shared/members/profile.api';
import { useAnnouncement } from '../../shared/notices/announcement';
import { inClient } from '../../test-client';
import { fetchMock, json, respond } from '../../test-fetch';
import { mary, signInAs, tom } from '../../test-members';
import { testPost } from '../../test-post';
import { useSendTip } from './tip.api';

signInAs(tom);

it("a tip on the author's page counts in what they received, too", async () => {
  const sum = { ofLedger: '10000000000', ofPosts: '10000000000' };
  fetchMock.mockImplementation((url) => {
    if (url === '/api/posts/7/like') {
      sum.ofLedger = '15000000000';
      setTimeout(() => (sum.ofPosts = sum.ofLedger), 300);
      return Promise.resolve(json(200, { tokens: 1, tokensNano: '1000000000' }));
    }
    const post = { ...testPost, likesSumNano: sum.ofLedger };
    const profile = { ...mary, likeReceivedNano: sum.ofPosts };
    return Promise.resolve(json(200, url === '/api/posts/7' ? post : profile));
  });
  const { result } = renderHook(() => ({ profile: useProfile('mary'), tip: useSendTip(7) }), {
    wrapper: inClient(),
  });
  await waitFor(() => expect(result.current.profile.data?.likeReceivedNano).toBe('10000000000'));
  result.current.tip.mutate(5_000_000_000n);
  await waitFor(() => expect(result.current.profile.data?.likeReceivedNano).toBe('15000000000'));
});

it.each([
  [200, 'Your tip of 5 LIKE was sent.'],
  [503, ''],
])(
  'a tip is read out unless its dialog has more to say: the post, read again, comes with %i',
  async (status, said) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    respond(200, { tokens: 1, tokensNano: '1000000000' });
    respond(status, testPost);
    const { result } = renderHook(() => ({ tip: useSendTip(7), said: useAnnouncement() }), {
      wrapper: inClient(),
    });
    act(() => result.current.tip.mutate(5_000_000_000n));
    await waitFor(() => expect(result.current.tip.data).toBe(status === 200));
    act(() => void vi.advanceTimersByTime(1000));
    expect(result.current.said).toBe(said);
    act(() => void vi.runOnlyPendingTimers());
  },
);
