import type { BlockHeader } from '@likewell/contracts/giveaway/proof';
import fc from 'fast-check';
import { chooseBlock } from './choose-block.js';

const NOON = Date.UTC(2026, 10, 22, 17) / 1000;
const MINUTE = 60;
const HOUR = 3600;
const window = { noon: new Date(NOON * 1000), fallbackAt: new Date((NOON + 90 * MINUTE) * 1000) };

/** Returns a chain of blocks with these times, in seconds after noon. */
const chainOf = (times: readonly number[]): BlockHeader[] =>
  times.map((time, height) => ({
    height,
    time: new Date((NOON + time) * 1000).toISOString(),
    hash: `${height}`.padStart(64, '0'),
    header: '0'.repeat(160),
  }));

const minutes = (...times: readonly number[]) => times.map((time) => time * MINUTE);
const SIX_LATE = minutes(91, 92, 93, 94, 95, 96);

describe('the block of a draw', () => {
  it.each([
    ['is the first one after noon', [-1, 1], 'first-after', 1],
    ['is not the one at noon', [-1, 0, 1], 'first-after', 2],
    ['may come 90 minutes after noon', [-1, 90 * MINUTE], 'first-after', 1],
    ['is open while no block has a time after noon', [-2, -1, 0], null],
    ['is open while a block in time may follow one that is too late', [-1, 90 * MINUTE + 1], null],
    ['follows one that claims to be too late', [-1, ...minutes(91, -15, 5)], 'first-after', 3],
    ['follows one whose child is too late', minutes(-35, 91, 93), null],
    [
      'is open with five of eleven too late',
      [...minutes(-6, -5, -4, -3, -2, -1), ...SIX_LATE.slice(1)],
      null,
    ],
    [
      'is the last one before noon once six of eleven are too late',
      [...minutes(-5, -4, -3, -2, -1), ...SIX_LATE],
      'fallback',
      4,
    ],
    ['is the one at noon if the next ones are too late', [0, ...SIX_LATE], 'fallback', 0],
    ['is the parent of the lowest one after noon', [...minutes(-2, 91, -1), ...SIX_LATE], 'fallback', 0],
    ['is the one in time, however many are too late', [-1, 1, ...SIX_LATE], 'first-after', 1],
  ] as const)('%s', (_, times, kind, height?: number) => {
    const chosen = chooseBlock(chainOf(times), window);
    expect(chosen && [chosen.kind, chosen.height]).toEqual(kind && [kind, height]);
  });

  it('is published with its parent or its child', () => {
    const chain = chainOf([-2, -1, 1]);
    const [, before, after] = chain;
    expect(chooseBlock(chain, window)).toEqual({
      kind: 'first-after',
      height: 2,
      hash: after?.hash,
      before,
      after,
    });
    const late = chainOf([-2, -1, ...SIX_LATE]);
    const [, parent, child] = late;
    expect(chooseBlock(late, window)).toEqual({
      kind: 'fallback',
      height: 1,
      hash: parent?.hash,
      before: parent,
      after: child,
    });
  });
});

/** Returns the median of the last eleven times; a later block must have a later time. */
const medianOf = (times: readonly number[]) =>
  times.slice(-11).sort((one, other) => one - other)[5] ?? Number.NaN;

/** Adds a block with the time that its miner wants, as far as Bitcoin's rules allow: at most two hours ahead. */
function append(times: number[], now: number, wanted: number): void {
  times.push(Math.min(Math.max(wanted, medianOf(times) + 1), now + 2 * HOUR));
}

/** The times of a whole day of blocks, from seven hours before noon on; null where a miner's clock is right. */
const wholeDay = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: HOUR }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        fc.integer({ min: -3 * HOUR, max: 3 * HOUR }),
        fc.constantFrom(0, 1, 90 * MINUTE, 90 * MINUTE + 1),
      ),
    ),
    { minLength: 5, maxLength: 30 },
  )
  .map((blocks) => {
    const times = Array.from({ length: 11 }, (_, index) => -7 * HOUR + index * 10 * MINUTE);
    let now = -5 * HOUR;
    for (const [wait, wanted] of blocks) append(times, (now += wait), wanted ?? now);
    now = Math.max(now, 2 * HOUR);
    for (let more = 0; more < 12; more += 1) append(times, (now += 10 * MINUTE), now);
    return times;
  });

/** The block by the rule for somebody who sees the whole day at once. */
function chosenWithHindsight(times: readonly number[]): number {
  const inTime = times.findIndex((time) => time > 0 && time <= 90 * MINUTE);
  return inTime >= 0 ? inTime : times.findIndex((time) => time > 0) - 1;
}

it('whatever times miners claim, the block is chosen once it is certain, and no other one before or after', () => {
  fc.assert(
    fc.property(wholeDay, (times) => {
      const [chain, block] = [chainOf(times), chosenWithHindsight(times)];
      const lengths = times.map((_, index) => index + 1).slice(10);
      const isCertain = (known: readonly number[]) =>
        known.some((time) => time > 0 && time <= 90 * MINUTE) || medianOf(known) > 90 * MINUTE;
      expect(lengths.map((length) => chooseBlock(chain.slice(0, length), window)?.height)).toEqual(
        lengths.map((length) => (isCertain(times.slice(0, length)) ? block : undefined)),
      );
    }),
    { numRuns: 500 },
  );
});
