import { describe, expect, it } from 'vitest';
import { pick, summarize } from './price-summary';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const points = (hoursApart: number, ...prices: number[]) =>
  prices.map((usd, index) => ({
    at: new Date(NOW - (prices.length - 1 - index) * hoursApart * HOUR_MS).toISOString(),
    usd,
  }));

describe('a chart in words', () => {
  it('says where it began and ended, how far that is, and between what it moved', () => {
    expect(summarize('day', points(8, 0.01, 0.009, 0.013, 0.012))).toBe(
      'From $0.0100 to $0.0120 over the past day, up 20%. Lowest $0.00900, highest $0.0130.',
    );
    expect(summarize('week', points(24, 2, 2, 2, 2, 2, 2, 2, 1.5))).toContain(
      'over the past week, down 25%.',
    );
    expect(summarize('day', points(24, 1, 1))).toContain('unchanged');
  });

  it('of a young record says since when, whatever the range', () => {
    expect(summarize('year', points(1, 1, 2))).toMatch(/^From \$1\.00 to \$2\.00 since Nov 21, 2026, \d/);
    expect(summarize('all', points(24 * 40, 1, 2, 3))).toMatch(/since Sep 2, 2026, up 200%/);
  });

  it('is honest about nothing, and about one price', () => {
    expect(summarize('day', [])).toBe('No prices are recorded yet. The chart begins with the first one.');
    expect(summarize('day', points(1, 0.5))).toMatch(/^\$0\.50 is the first price on record/);
  });
});

it('a table has a few rows of many, the first and the last among them', () => {
  const many = points(1, ...Array.from({ length: 300 }, (_, index) => index + 1));
  const rows = pick(many);
  expect(rows).toHaveLength(12);
  expect([rows[0], rows.at(-1)]).toEqual([many[0], many.at(-1)]);
  expect(pick(many.slice(0, 3))).toHaveLength(3);
  expect(pick([])).toEqual([]);
});
