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
 * @returns 0 when it was counted, else the milliseconds after which there is room again if nothing else is counted
 */
export function slide(count: WindowCount, { points, windowMs }: Limit, now: number): number {
  const window = Math.floor(now / windowMs);
  if (window !== count.window) {
    count.previous = window === count.window + 1 ? count.current : 0;
    count.current = 0;
    count.window = window;
  }
  const left = windowMs - (now % windowMs);
  if (count.previous * left > (points - 1 - count.current) * windowMs)
    return waitOf(count, { points, windowMs }, left);
  count.current += 1;
  return 0;
}

/** Until less of the previous window counts in this one, or of this one in the next. */
function waitOf({ current, previous }: WindowCount, { points, windowMs }: Limit, left: number): number {
  const room = Math.max(0, points - 1);
  return current <= room
    ? left - Math.floor(((room - current) * windowMs) / previous)
    : left + windowMs - Math.floor((room * windowMs) / current);
}

/** Takes back a use that was counted at that time, as far as its window still counts. */
export function takeBack(count: WindowCount, { windowMs }: Limit, countedAt: number): void {
  const window = Math.floor(countedAt / windowMs);
  if (window === count.window) count.current = Math.max(0, count.current - 1);
  if (window === count.window - 1) count.previous = Math.max(0, count.previous - 1);
}

/**
 * {@link slide} in Redis for many keys at once, by Redis's own clock: KEYS, then of each its points, windowMs, the uses that
 * were made already, which count in any case, and 1 or 0 for one more that asks for room. A key holds
 * `window current previous` as text.
 */
export const SLIDE_IN_REDIS = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function waitOf(current, previous, points, width, left)
  local room = math.max(0, points - 1)
  if current <= room then return left - math.floor((room - current) * width / previous) end
  return left + width - math.floor(room * width / current)
end
local waits = {}
for index, key in ipairs(KEYS) do
  local points, width = tonumber(ARGV[4 * index - 3]), tonumber(ARGV[4 * index - 2])
  local made, wanted = tonumber(ARGV[4 * index - 1]), tonumber(ARGV[4 * index])
  local window = math.floor(now / width)
  local last, current, previous = string.match(redis.call('GET', key) or '-1 0 0', '(%S+) (%S+) (%S+)')
  last, current, previous = tonumber(last), tonumber(current), tonumber(previous)
  if window ~= last then
    previous = window == last + 1 and current or 0
    current = 0
  end
  local left = width - now % width
  current = current + made
  local isFull = previous * left > (points - 1 - current) * width
  if not isFull then current = current + wanted end
  if made > 0 or not isFull then
    redis.call('SET', key, string.format('%d %d %d', window, current, previous), 'PX', width * 2)
  end
  waits[index] = isFull and waitOf(current, previous, points, width, left) or 0
end
return waits
`;

/** {@link takeBack} in Redis for many keys at once: KEYS, then of each its windowMs and how many milliseconds ago it was counted. */
export const TAKE_BACK_IN_REDIS = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for index, key in ipairs(KEYS) do
  local width, ago = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  local window = math.floor((now - ago) / width)
  local last, current, previous = string.match(redis.call('GET', key) or '-1 0 0', '(%S+) (%S+) (%S+)')
  last, current, previous = tonumber(last), tonumber(current), tonumber(previous)
  if window == last then current = math.max(0, current - 1) end
  if window == last - 1 then previous = math.max(0, previous - 1) end
  if last >= 0 then
    redis.call('SET', key, string.format('%d %d %d', last, current, previous), 'PX', width * 2)
  end
end
`;
