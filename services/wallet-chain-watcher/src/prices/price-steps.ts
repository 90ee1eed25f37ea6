import type { PriceRange } from '@likewell/contracts/wallet-chain-watcher/price';

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** A price at a moment. */
export interface Sample {
  readonly at: Date;
  readonly usd: number;
}

/** A density in which samples are stored: the last one of each `stepS`, for `keptS`. */
export interface Density {
  readonly stepS: number;
  readonly keptS: number;
}

/** From dense to sparse. All of them together have fewer than 9,000 rows. */
export const DENSITIES: readonly [Density, Density, Density] = [
  { stepS: MINUTE_S, keptS: 2 * DAY_S },
  { stepS: HOUR_S, keptS: 60 * DAY_S },
  { stepS: DAY_S, keptS: 10 * 366 * DAY_S },
];

const RANGE_S: Record<Exclude<PriceRange, 'all'>, number> = {
  day: DAY_S,
  week: 7 * DAY_S,
  month: 30 * DAY_S,
  year: 365 * DAY_S,
};

/** The possible distances between two points of a chart, in seconds. */
const CHART_STEPS_S = [1, 5, 15, 30]
  .map((minutes) => minutes * MINUTE_S)
  .concat(
    [1, 2, 4, 8].map((hours) => hours * HOUR_S),
    [1, 2, 7, 14].map((days) => days * DAY_S),
  );
const MAX_POINTS = 400;

/** The samples of a chart: those of one density since a moment, the last one of each `stepS`. */
export interface Series {
  readonly density: Density;
  readonly since: Date;
  readonly stepS: number;
}

/**
 * Returns the series of a range, given the time of the first sample. A token younger than the range is shown
 * since its first sample, as densely as its age allows, so that the chart is useful from the first hour on.
 */
export function seriesOf(range: PriceRange, first: Date, now: Date): Series {
  const ageS = Math.max(0, (now.getTime() - first.getTime()) / 1000);
  const spanS = range === 'all' ? ageS : Math.min(RANGE_S[range], ageS);
  const density = DENSITIES.find(({ keptS }) => keptS >= spanS) ?? DENSITIES[2];
  const stepS = CHART_STEPS_S.find((step) => step >= density.stepS && spanS / step <= MAX_POINTS);
  return {
    density,
    since: slotOf(new Date(now.getTime() - spanS * 1000), density.stepS),
    stepS: stepS ?? 14 * DAY_S,
  };
}

/** Returns the last sample of each step, oldest first. */
export function thinOut(samples: readonly Sample[], stepS: number): Sample[] {
  const ordered = samples.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return [...new Map(ordered.map((sample) => [slotOf(sample.at, stepS).getTime(), sample])).values()];
}

/** Returns the beginning of the step that contains a moment. */
export function slotOf(at: Date, stepS: number): Date {
  const seconds = Math.floor(at.getTime() / 1000);
  return new Date((seconds - (seconds % stepS)) * 1000);
}
