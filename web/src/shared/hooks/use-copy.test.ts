import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useCopy } from './use-copy';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a copy is confirmed for 1.5 seconds [9.copied]', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const { result } = renderHook(() => useCopy());
  await act(() => result.current.copy('the link', vi.fn()));
  expect(writeText).toHaveBeenCalledWith('the link');
  expect(result.current.isCopied).toBe(true);
  act(() => void vi.advanceTimersByTime(1499));
  expect(result.current.isCopied).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.isCopied).toBe(false);
});
