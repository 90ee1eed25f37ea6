import { formatDistance } from 'date-fns/formatDistance';

const SECOND_MS = 1000;
/** The units of a short time, largest first. */
const UNITS = [
  [86_400 * SECOND_MS, 'd'],
  [3600 * SECOND_MS, 'h'],
  [60 * SECOND_MS, 'm'],
] as const;

/** Formats a past time in words (spec, section 2): `about 3 hours ago` without its `about`. */
export function longAgo(time: Date, now: Date): string {
  // The server's clock may be ahead of this one.
  return formatDistance(time > now ? now : time, now, { addSuffix: true }).replace(/^about /, '');
}

/** Formats a past time for a narrow screen (spec, section 2): `5s ago`, `5m ago`, `5h ago`, `5d ago`. */
export function shortAgo(time: Date, now: Date): string {
  const elapsed = Math.max(0, now.getTime() - time.getTime());
  const [unitMs, unit] = UNITS.find(([ms]) => elapsed >= ms) ?? [SECOND_MS, 's'];
  return `${Math.floor(elapsed / unitMs)}${unit} ago`;
}

/** The format of a time in the reader's time zone, in full: `November 30, 2026 at 9:41 AM`. */
export const longMoment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
