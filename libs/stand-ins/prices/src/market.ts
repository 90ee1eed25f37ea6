const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Average price in US dollars. */
const CENTER_USD = 0.0124;

/** Waves of the price: period, amplitude of the price's logarithm, and phase. */
const WAVES = [
  { days: 211, reach: 0.34, phase: 0.3 },
  { days: 47, reach: 0.16, phase: 2.1 },
  { days: 9.3, reach: 0.07, phase: 4.4 },
  { days: 1.7, reach: 0.028, phase: 1.2 },
  { days: 0.31, reach: 0.011, phase: 5.0 },
];
/** Random variation around the waves: by hour, by five minutes and by minute. */
const JITTERS = [
  { everyMs: 60 * MINUTE_MS, reach: 0.012 },
  { everyMs: 5 * MINUTE_MS, reach: 0.004 },
  { everyMs: MINUTE_MS, reach: 0.0015 },
];

/** Returns the price of LIKE at a moment: always the same for the same moment, and without jumps. */
export function priceAt(ms: number): number {
  let logarithm = 0;
  for (const { days, reach, phase } of WAVES)
    logarithm += reach * Math.sin((2 * Math.PI * ms) / (days * DAY_MS) + phase);
  for (const { everyMs, reach } of JITTERS) logarithm += reach * jitter(ms / everyMs);
  return Number((CENTER_USD * Math.exp(logarithm)).toPrecision(8));
}

/** Returns a value between -1 and 1 that is smooth at every whole number. */
function jitter(x: number): number {
  const step = Math.floor(x);
  const way = x - step;
  const eased = way * way * (3 - 2 * way);
  return scatter(step) * (1 - eased) + scatter(step + 1) * eased;
}

/** Returns a pseudo-random number between -1 and 1. */
function scatter(step: number): number {
  let hash = Math.imul(step ^ (step >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x7fffffff - 1;
}
