const SECOND_MS = 1000;
/** The units of a short time, largest first. */
const UNITS = [
  [86_400 * SECOND_MS, 'd'],
  [3600 * SECOND_MS, 'h'],
  [60 * SECOND_MS, 'm'],
] as const;

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
const MONTH_MINUTES = 30 * DAY_MINUTES;

/** Formats a past time in words (spec, section 2), as date-fns does, without its leading `about`: `3 hours ago`. */
export function longAgo(time: Date, now: Date): string {
  // The server's clock may be ahead of this one.
  const minutes = Math.max(0, Math.round((now.getTime() - time.getTime()) / 60_000));
  if (minutes < 1) return 'less than a minute ago';
  if (minutes < 45) return ago(minutes, 'minute');
  if (minutes < DAY_MINUTES) return ago(Math.round(minutes / HOUR_MINUTES), 'hour');
  if (minutes < 1.75 * DAY_MINUTES) return ago(1, 'day');
  if (minutes < MONTH_MINUTES) return ago(Math.round(minutes / DAY_MINUTES), 'day');
  const months = monthsBetween(time, now);
  if (months < 12) return ago(Math.round(minutes / MONTH_MINUTES), 'month');
  const years = Math.floor(months / 12);
  if (months % 12 < 3) return ago(years, 'year');
  return months % 12 < 9 ? `over ${ago(years, 'year')}` : `almost ${ago(years + 1, 'year')}`;
}

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** Returns the number of whole months of the calendar between two times. */
function monthsBetween(time: Date, now: Date): number {
  const months = (now.getFullYear() - time.getFullYear()) * 12 + now.getMonth() - time.getMonth();
  const day = new Date(time);
  day.setFullYear(now.getFullYear(), now.getMonth());
  return day > now ? months - 1 : months;
}

/** Formats a past time for a narrow screen (spec, section 2): `5s ago`, `5m ago`, `5h ago`, `5d ago`. */
export function shortAgo(time: Date, now: Date): string {
  const elapsed = Math.max(0, now.getTime() - time.getTime());
  const [unitMs, unit] = UNITS.find(([ms]) => elapsed >= ms) ?? [SECOND_MS, 's'];
  return `${Math.floor(elapsed / unitMs)}${unit} ago`;
}

/** The format of a time in the reader's time zone, in full: `November 30, 2026 at 9:41 AM`. */
export const longMoment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
