import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage, or (`minor`) only what was made a moment ago; what survives that twice gets old. */
export const collectGarbage = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as (options: { type: 'major' | 'minor' }) => void;
})();

/** Bytes of objects that only a full garbage collection removes. */
export const bytesInOldSpace = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? NaN;

/** Bytes of ballast in a round: V8 shrinks the young generation to 1 MB, and what does not fit gets old at once. */
const ROUND_BYTES = 100_000;

/**
 * Share (0 to 1) of what rounds made that got old, where each could be collected as soon as its round had ended. A
 * round attaches the text that it is given to each of its `perRound` things.
 */
export async function shareGrownOld(
  rounds: number,
  perRound: number,
  round: (ballast: () => string) => unknown,
): Promise<number> {
  const grown = async (times: number, ballast: () => string) => {
    let bytes = 0;
    collectGarbage({ type: 'major' });
    for (let index = 0; index < times; index += 1) {
      const before = bytesInOldSpace();
      await round(ballast);
      collectGarbage({ type: 'minor' });
      // A full collection of V8's own may have come in between.
      bytes += Math.max(0, bytesInOldSpace() - before);
    }
    return bytes;
  };
  const newBallast = () => Buffer.alloc(ROUND_BYTES / perRound, 'a').toString('latin1');
  await grown(10, newBallast);
  // What the process itself makes old meanwhile, such as its records of collections.
  const otherBytes = await grown(rounds, () => '');
  return ((await grown(rounds, newBallast)) - otherBytes) / (rounds * ROUND_BYTES);
}
