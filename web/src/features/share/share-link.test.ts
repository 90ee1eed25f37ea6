import { expect, it } from 'vitest';
import { shareLink } from './share-link';

it("a member's link carries the referral code (spec, section 9) [9.referral-link]", () => {
  expect(shareLink('https://likewell.example', 7, 'abc')).toBe('https://likewell.example/p/7?ref=abc');
});

it('a link without a member carries none', () => {
  expect(shareLink('https://likewell.example', 7, undefined)).toBe('https://likewell.example/p/7');
});
