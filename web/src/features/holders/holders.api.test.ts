import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { inClient } from '../../test-client';
import { fetchMock, json } from '../../test-fetch';
import { paidPerHundred, useLastEpoch } from './holders.api';

const LIKE = 1_000_000_000n;
const epoch = (distributed: bigint, held: bigint) => ({
  distributedNano: String(distributed),
  membersTotalNano: String(held),
});

it('100 LIKE of 1000 get a tenth of what an epoch paid', () => {
  expect(paidPerHundred(epoch(50n * LIKE, 1000n * LIKE))).toBe(5n * LIKE);
});

it('what 100 LIKE got is rounded down to a nano', () => {
  expect(paidPerHundred(epoch(1n, 300n * LIKE))).toBe(0n);
  expect(paidPerHundred(epoch(2n * LIKE, 300n * LIKE))).toBe(666_666_666n);
});

it('stays exact where a float would not', () => {
  expect(paidPerHundred(epoch(1_000_000_000n * LIKE, 1_000_000_000n * LIKE - 1n))).toBe(100n * LIKE);
});

it('an epoch of nobody paid nothing', () => {
  expect(paidPerHundred(epoch(0n, 0n))).toBe(0n);
});

afterEach(() => void vi.useRealTimers());

it('an epoch that closes while the page is open is seen there', async () => {
  vi.useFakeTimers();
  fetchMock.mockImplementation(() => Promise.resolve(json(200, { items: [], nextCursor: null })));
  renderHook(() => useLastEpoch(), { wrapper: inClient() });
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(fetchMock).toHaveBeenCalledTimes(3);
});
