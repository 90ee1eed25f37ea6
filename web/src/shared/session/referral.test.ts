import { afterEach, expect, it, vi } from 'vitest';
import { storedReferral, storeReferral } from './referral';

afterEach(() => vi.restoreAllMocks());

it('a referral code is known for the visit where the browser forbids storage', () => {
  for (const method of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
  storeReferral('?ref=abc123');
  // The address of the next screen has none.
  storeReferral('');
  expect(storedReferral()).toBe('abc123');
});
