import { describe, expect, it } from 'vitest';
import { longAgo, shortAgo } from './dates';

const NOW = new Date('2025-06-15T12:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

describe('dates under 480 px', () => {
  it.each([
    [0, '0s ago'],
    [59, '59s ago'],
    [60, '1m ago'],
    [3599, '59m ago'],
    [3600, '1h ago'],
    [86_399, '23h ago'],
    [86_400, '1d ago'],
    [400 * 86_400, '400d ago'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(shortAgo(before(seconds), NOW)).toBe(text);
  });
});

describe('dates elsewhere', () => {
  it.each([
    [10, 'less than a minute ago'],
    [5 * 60, '5 minutes ago'],
    [2 * 3600, '2 hours ago'],
    [3 * 86_400, '3 days ago'],
    [40 * 86_400, '1 month ago'],
    [50 * 60, '1 hour ago'],
    [41 * 3600, '1 day ago'],
    [50 * 86_400, '2 months ago'],
    [400 * 86_400, '1 year ago'],
    [500 * 86_400, 'over 1 year ago'],
    [700 * 86_400, 'almost 2 years ago'],
  ])('%i seconds are "%s", without a leading "about"', (seconds, text) => {
    expect(longAgo(before(seconds), NOW)).toBe(text);
  });
});

it('a post from a clock that runs ahead was written just now', () => {
  expect(shortAgo(before(-30), NOW)).toBe('0s ago');
  expect(longAgo(before(-30), NOW)).toBe('less than a minute ago');
});
