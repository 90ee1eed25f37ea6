import type { Limit } from '../config.js';

/** How often a key was used in the current window and in the one before it. */
export interface WindowCount {
  window: number;
  current: number;
  previous: number;
}

/**
 * Counts one use if the sliding window has room for it. The window that slides is estimated from two fixed
 * ones: the previous one counts for the part of it that still lies within the last `windowMs`.
 * @returns 0 when it was counted, else the milliseconds after which trying again makes sense
 */
export function slide(count: WindowCount, { points, windowMs }: Limit, now: number): number {
  const window = Math.floor(now / windowMs);
  if (window !== count.window) {
    count.previous = window === count.window + 1 ? count.current : 0;
    count.current = 0;
    count.window = window;
  }
  const left = windowMs - (now % windowMs);
  if (count.previous * (left / windowMs) + count.current + 1 > points) return left;
  count.current += 1;
  return 0;
}

/** {@link slide} in Redis, by Redis's own clock; KEYS[1], then points and windowMs. */
export const SLIDE_IN_REDIS = `
local points, width = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = math.floor(now / width)
local saved = redis.call('HMGET', KEYS[1], 'window', 'current', 'previous')
local last, current, previous = tonumber(saved[1] or -1), tonumber(saved[2] or 0), tonumber(saved[3] or 0)
if window ~= last then
  previous = window == last + 1 and current or 0
  current = 0
end
local left = width - now % width
if previous * (left / width) + current + 1 > points then return left end
redis.call('HSET', KEYS[1], 'window', window, 'current', current + 1, 'previous', previous)
redis.call('PEXPIRE', KEYS[1], width * 2)
return 0
`;
