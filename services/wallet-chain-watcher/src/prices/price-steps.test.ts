import { DENSITIES, seriesOf, slotOf, thinOut } from './price-steps.js';

const NOW = new Date('2026-11-21T12:34:56.789Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const [MINUTES, HOURS, DAYS] = DENSITIES;

describe('a chart', () => {
  it.each([
    ['day', MINUTES, 5 * 60, DAY_MS],
    ['week', HOURS, 3600, 7 * DAY_MS],
    ['month', HOURS, 2 * 3600, 30 * DAY_MS],
    ['year', DAYS, 86_400, 365 * DAY_MS],
    ['all', DAYS, 2 * 86_400, 700 * DAY_MS],
  ] as const)('of a %s of an old token is drawn of its density', (range, density, stepS, spanMs) => {
    const series = seriesOf(range, ago(700 * DAY_MS), NOW);
    expect(series).toMatchObject({ density, stepS });
    expect(series.since).toEqual(slotOf(ago(spanMs), density.stepS));
  });

  it.each([
    [10 * MINUTE_MS, MINUTES, 60],
    [6 * 60 * MINUTE_MS, MINUTES, 60],
    [2 * DAY_MS - 1, MINUTES, 15 * 60],
    [3 * DAY_MS, HOURS, 3600],
    [100 * DAY_MS, DAYS, 86_400],
    [9 * 365 * DAY_MS, DAYS, 14 * 86_400],
  ])('of all that a token of %d ms has is as dense as its age allows', (age, density, stepS) => {
    expect(seriesOf('all', ago(age), NOW)).toMatchObject({ density, stepS });
  });

  it('of a young token is the same for every longer range, and begins with its first sample', () => {
    const first = ago(45 * MINUTE_MS);
    const day = seriesOf('day', first, NOW);
    for (const range of ['week', 'month', 'year', 'all'] as const)
      expect(seriesOf(range, first, NOW)).toEqual(day);
    expect(day.since.getTime()).toBeLessThanOrEqual(first.getTime());
  });

  it('never has more than 400 steps, of any range and any age', () => {
    for (const range of ['day', 'week', 'month', 'year', 'all'] as const)
      for (let hours = 0; hours < 24 * 366 * 10; hours = hours * 1.3 + 1) {
        const { since, stepS, density } = seriesOf(range, ago(hours * 3_600_000), NOW);
        const steps = (NOW.getTime() - since.getTime() - density.stepS * 1000) / 1000 / stepS;
        expect(steps).toBeLessThanOrEqual(400);
        expect(stepS % density.stepS).toBe(0);
      }
  });

  it('survives a first sample that lies ahead of the clock', () => {
    expect(seriesOf('all', ago(-5000), NOW)).toMatchObject({ density: MINUTES, stepS: 60 });
  });
});

describe('thinning out', () => {
  const at = (text: string, usd: number) => ({ at: new Date(`2026-11-21T${text}Z`), usd });

  it('keeps the last sample of each step, oldest first, whatever the order they come in', () => {
    const samples = [at('10:02:00', 5), at('10:00:59', 2), at('10:01:00', 3), at('10:00:01', 1)];
    expect(thinOut(samples, 60).map(({ usd }) => usd)).toEqual([2, 3, 5]);
    expect(thinOut(samples, 3600).map(({ usd }) => usd)).toEqual([5]);
    expect(thinOut([], 60)).toEqual([]);
  });

  it('begins hours and days in UTC', () => {
    expect(slotOf(NOW, 3600)).toEqual(new Date('2026-11-21T12:00:00Z'));
    expect(slotOf(NOW, 86_400)).toEqual(new Date('2026-11-21T00:00:00Z'));
  });
});
