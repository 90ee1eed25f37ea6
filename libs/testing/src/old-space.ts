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

/**
 * Bytes that so many rounds leave in old space, where each could be collected as soon as it has ended. A round has to
 * be small: V8 shrinks the young generation to 1 MB, and what does not fit in there gets old at once.
 */
export async function bytesGrownOld(rounds: number, round: () => unknown): Promise<number> {
  const run = async (times: number) => {
    for (let index = 0; index < times; index += 1) {
      await round();
      collectGarbage({ type: 'minor' });
    }
  };
  await run(10);
  collectGarbage({ type: 'major' });
  const before = bytesInOldSpace();
  await run(rounds);
  return bytesInOldSpace() - before;
}
