import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';
import { DENSITIES, slotOf, thinOut, type Density, type Sample, type Series } from './price-steps.js';

const sampleRow = z.object({ at: z.date(), usd: z.number() });

/** Stores samples in one density. Of two in the same step the later one is kept, in whichever order they are stored. */
export async function saveSamples(
  tx: Tx,
  mint: string,
  { stepS }: Density,
  samples: readonly Sample[],
): Promise<void> {
  const kept = thinOut(samples, stepS);
  await tx.query(
    `INSERT INTO price_sample AS known (mint, step_s, slot, at, usd)
     SELECT $1, $2, slot, at, usd FROM unnest($3::timestamptz[], $4::timestamptz[], $5::float8[]) AS fresh (slot, at, usd)
     ON CONFLICT (mint, step_s, slot) DO UPDATE SET at = EXCLUDED.at, usd = EXCLUDED.usd WHERE known.at < EXCLUDED.at`,
    [
      mint,
      stepS,
      kept.map(({ at }) => slotOf(at, stepS)),
      kept.map(({ at }) => at),
      kept.map(({ usd }) => usd),
    ],
  );
}

/**
 * Returns the last sample; null when it is older than `maxAgeMs`. One that is as far ahead was stored by a wrong
 * clock, and is none.
 */
export function findLastSample(tx: Tx, mint: string, maxAgeMs: number): Promise<Sample | null> {
  return queryRow(
    tx,
    sampleRow,
    `SELECT at, usd FROM price_sample
     WHERE mint = $1 AND step_s = $2 AND abs(extract(epoch FROM now() - at)) * 1000 < $3 ORDER BY slot DESC LIMIT 1`,
    [mint, DENSITIES[0].stepS, maxAgeMs],
  );
}

/** Returns the time of the first sample of any density; null before there is one. */
export function findFirstSample(tx: Tx, mint: string): Promise<Date | null> {
  return queryValue(
    tx,
    z.date().nullable(),
    `SELECT min(first.at) AS at FROM unnest($2::int[]) AS density (step_s), LATERAL (
       SELECT at FROM price_sample WHERE mint = $1 AND step_s = density.step_s ORDER BY slot LIMIT 1) AS first`,
    [mint, DENSITIES.map(({ stepS }) => stepS)],
  );
}

/** Returns the samples of a series, oldest first. One that is ahead was stored by a wrong clock, and is none. */
export function listSamples(tx: Tx, mint: string, { density, since, stepS }: Series): Promise<Sample[]> {
  return queryRows(
    tx,
    sampleRow,
    `SELECT at, usd FROM (
       SELECT DISTINCT ON (floor(extract(epoch FROM slot) / $4)) at, usd FROM price_sample
       WHERE mint = $1 AND step_s = $2 AND slot >= $3 AND at <= now()
       ORDER BY floor(extract(epoch FROM slot) / $4), slot DESC) AS thinned
     ORDER BY at`,
    [mint, density.stepS, since, stepS],
  );
}

/** Deletes the samples that a density no longer keeps. */
export const deleteOldSamples = oldRows(
  'price_sample',
  DENSITIES.map(
    ({ stepS, keptS }) => `step_s = ${stepS} AND slot < now() - interval '${keptS} seconds'`,
  ).join(' OR '),
);
