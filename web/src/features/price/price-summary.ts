import { localDay, localMoment } from '../../shared/format/calendar-day';
import { formatUsd } from '../../shared/format/prices';
import type { PricePoint, PriceRange } from './price-history.api';

const DAY_MS = 24 * 3_600_000;
const RANGES: Record<PriceRange, { spanMs: number; words: string }> = {
  day: { spanMs: DAY_MS, words: 'over the past day' },
  week: { spanMs: 7 * DAY_MS, words: 'over the past week' },
  month: { spanMs: 30 * DAY_MS, words: 'over the past month' },
  year: { spanMs: 365 * DAY_MS, words: 'over the past year' },
  all: { spanMs: Infinity, words: '' },
};

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** Describes a chart in two sentences, for all readers, whether or not they see the chart. */
export function summarize(range: PriceRange, points: readonly PricePoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return 'No prices are recorded yet. The chart begins with the first one.';
  if (points.length === 1)
    return `${formatUsd(first.usd)} is the first price on record. The chart grows from here.`;
  const all = points.map(({ usd }) => usd);
  const [low, high] = [Math.min(...all), Math.max(...all)].map(formatUsd);
  return (
    `From ${formatUsd(first.usd)} to ${formatUsd(last.usd)} ${period(range, first, last)}, ${change(first.usd, last.usd)}. ` +
    `Lowest ${low}, highest ${high}.`
  );
}

/** Returns the period in words; when the record is shorter than the range, it names the shorter period. */
function period(range: PriceRange, first: PricePoint, last: PricePoint): string {
  const { spanMs, words } = RANGES[range];
  const heldMs = Date.parse(last.at) - Date.parse(first.at);
  if (heldMs > 0.9 * spanMs) return words;
  return `since ${(heldMs > 2 * DAY_MS ? localDay : localMoment).format(new Date(first.at))}`;
}

function change(from: number, to: number): string {
  const share = percent.format(Math.abs(to / from - 1));
  if (share === '0%') return 'unchanged';
  return `${to > from ? 'up' : 'down'} ${share}`;
}

const ROWS = 12;

/** Returns a few of the points at equal distances, including the first and the last. */
export function pick(points: readonly PricePoint[]): PricePoint[] {
  if (points.length <= ROWS) return [...points];
  const step = (points.length - 1) / (ROWS - 1);
  return Array.from({ length: ROWS }, (_, index) => points[Math.round(index * step)]).filter(
    (point) => point !== undefined,
  );
}
