import type { Limit } from '../config.js';

/** Number of uses of a key in the current window and in the previous one. */
export interface WindowCount {
  window: number;
  current: number;
  previous: number;
}

/**
 * Counts one use if the sliding window has room for it. The sliding window is estimated from two fixed
 * windows: the previous one counts in proportion to its part within the last `windowMs`.
 * @returns 0 if it was counted; otherwise the milliseconds until there is room again, if nothing else is
 *   counted
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

/** Time until the previous window counts less in this one, or this one less in the next. */
function waitOf({ current, previous }: WindowCount, { points, windowMs }: Limit, left: number): number {
  const room = Math.max(0, points - 1);
  return current <= room
    ? left - Math.floor(((room - current) * windowMs) / previous)
    : left + windowMs - Math.floor((room * windowMs) / current);
}

/** Takes back a use that was counted at `countedAt`, if its window still counts. */
export function takeBack(count: WindowCount, { windowMs }: Limit, countedAt: number): void {
  const window = Math.floor(countedAt / windowMs);
  if (window === count.window) count.current = Math.max(0, count.current - 1);
  if (window === count.window - 1) count.previous = Math.max(0, count.previous - 1);
}

/**
 * Does {@link slide} in Redis for many keys at once, by the clock of Redis. Arguments: KEYS, then for each
 * its points, its windowMs, the number of uses already made, which always count, 1 or 0 for one more use that
 * needs room, and the size of the group that begins with it. The further uses of a group are all counted or,
 * if one has no room, none. A key holds `window current previous` as text.
 */
export const SLIDE_IN_REDIS = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function waitOf(current, previous, points, width, left)
  local room = math.max(0, points - 1)
  if current <= room then return left - math.floor((room - current) * width / previous) end
  return left + width - math.floor(room * width / current)
end
local function read(index)
  local points, width, made, wanted = unpack(ARGV, 5 * index - 4, 5 * index - 1)
  points, width, made, wanted = tonumber(points), tonumber(width), tonumber(made), tonumber(wanted)
  local window = math.floor(now / width)
  local last, current, previous = string.match(redis.call('GET', KEYS[index]) or '-1 0 0', '(%S+) (%S+) (%S+)')
  last, current, previous = tonumber(last), tonumber(current), tonumber(previous)
  if window ~= last then
    previous = window == last + 1 and current or 0
    current = 0
  end
  local left = width - now % width
  current = current + made
  local isFull = previous * left > (points - 1 - current) * width
  return {
    window = window, current = current, previous = previous, width = width, made = made, wanted = wanted,
    wait = isFull and waitOf(current, previous, points, width, left) or 0
  }
end
local waits = {}
local first = 1
while first <= #KEYS do
  local last = first + tonumber(ARGV[5 * first]) - 1
  local group, isFull = {}, false
  for index = first, last do
    group[index] = read(index)
    waits[index] = group[index].wait
    isFull = isFull or waits[index] > 0
  end
  for index = first, last do
    local count = group[index]
    if not isFull then count.current = count.current + count.wanted end
    if count.made > 0 or not isFull then
      local text = string.format('%d %d %d', count.window, count.current, count.previous)
      redis.call('SET', KEYS[index], text, 'PX', count.width * 2)
    end
  end
  first = last + 1
end
return waits
`;

/**
 * Does {@link takeBack} in Redis for many keys at once. Arguments: KEYS, then for each its windowMs and how
 * many milliseconds ago it was counted.
 */
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
