import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawWinners, seedOf, snapshotOf } from './draw.js';

interface Vector {
  name: string;
  entries?: string[];
  /** Replaces a list of entries: this many accounts named account_000000 and so on. */
  numbered?: number;
  commitment: string;
  blockHash: string;
  seed: string;
  wanted: number;
  winners: { place: number; entry: string; ticket: string }[];
}

/** Created by test/make-vectors.py, an independent implementation. */
const VECTORS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../test/vectors.json'), 'utf8'),
) as Vector[];

const entriesOf = ({ entries, numbered = 0 }: Vector) =>
  entries ?? Array.from({ length: numbered }, (_, index) => `account_${String(index).padStart(6, '0')}`);

describe('the draw', () => {
  it.each(VECTORS)('of $name comes out as in the vector', async (vector) => {
    const entries = entriesOf(vector);
    expect(await snapshotOf(entries)).toEqual({
      commitment: vector.commitment,
      entriesCount: entries.length,
    });
    expect(seedOf(vector.commitment, vector.blockHash)).toBe(vector.seed);
    expect(await drawWinners(entries, vector.seed, vector.wanted)).toEqual(vector.winners);
  });

  it('of equal tickets takes no more than wanted', async () => {
    const seed = '5'.repeat(64);
    const alike = await drawWinners(['alice', 'alice', 'alice'], seed, 2);
    expect(alike.map(({ place, entry }) => [place, entry])).toEqual([
      [1, 'alice'],
      [2, 'alice'],
    ]);
  });

  it('of 100,000 entries lets others have their turn', async () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => `account_${index}`).sort();
    const seed = seedOf((await snapshotOf(entries)).commitment, 'f'.repeat(64));
    let [turns, isDrawing] = [0, true];
    const takeTurn = () => {
      turns += 1;
      if (isDrawing) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const winners = await drawWinners(entries, seed, 1000);
    isDrawing = false;
    expect(winners).toHaveLength(1000);
    expect(turns).toBeGreaterThanOrEqual(40);
  });
});
