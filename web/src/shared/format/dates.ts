import { formatDistance } from 'date-fns/formatDistance';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A past time in words (spec, section 2): `about 3 hours ago` without its `about`. */
export function longAgo(time: Date, now: Date): string {
  return formatDistance(past(time, now), now, { addSuffix: true }).replace(/^about /, '');
}

/** A past time for a narrow screen (spec, section 2): `5s ago`, `5m ago`, `5h ago`, `5d ago`. */
export function shortAgo(time: Date, now: Date): string {
  const elapsed = now.getTime() - past(time, now).getTime();
  if (elapsed < MINUTE_MS) return `${Math.floor(elapsed / SECOND_MS)}s ago`;
  if (elapsed < HOUR_MS) return `${Math.floor(elapsed / MINUTE_MS)}m ago`;
  if (elapsed < DAY_MS) return `${Math.floor(elapsed / HOUR_MS)}h ago`;
  return `${Math.floor(elapsed / DAY_MS)}d ago`;
}

/** A server's clock that runs ahead of this one must not put a post into the future. */
const past = (time: Date, now: Date) => (time > now ? now : time);
