import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../api/query-client';
import { awaitFirstScreen, useIsLoaded } from './use-is-loaded';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a picture that never arrives keeps the rest of the page waiting for some seconds at most', async () => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const { result } = renderHook(useIsLoaded);
  void awaitFirstScreen(makeQueryClient());
  await act(() => vi.advanceTimersByTimeAsync(2500));
  expect(result.current).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(result.current).toBe(true);
});
