import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCopy } from './use-copy';

const writeText = vi.fn(() => Promise.resolve());
beforeEach(() => void vi.stubGlobal('navigator', { clipboard: { writeText } }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a copy is confirmed for 1.5 seconds [9.copied]', async () => {
  vi.useFakeTimers();
  const { result } = renderHook(() => useCopy());
  await act(() => result.current.copy('the link', vi.fn()));
  expect(writeText).toHaveBeenCalledWith('the link');
  expect(result.current.isCopied).toBe(true);
  act(() => void vi.advanceTimersByTime(1499));
  expect(result.current.isCopied).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.isCopied).toBe(false);
});

it('a second copy is confirmed for as long as the first', async () => {
  vi.useFakeTimers();
  const { result } = renderHook(() => useCopy());
  await act(() => result.current.copy('the link', vi.fn()));
  act(() => void vi.advanceTimersByTime(1000));
  await act(() => result.current.copy('the link', vi.fn()));
  act(() => void vi.advanceTimersByTime(1499));
  expect(result.current.isCopied).toBe(true);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.isCopied).toBe(false);
});
