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
