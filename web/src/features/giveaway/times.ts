const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const eastern = new Intl.DateTimeFormat('en', {
  timeZone: 'America/New_York',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** A day of the calendar: `Nov 30, 2026`. */
export const formatDay = (date: string): string => day.format(new Date(date));

/** A time in New York, where the rules count: `Tue, Dec 1, 2026, 12:00 PM ET`. */
export const formatEastern = (time: string): string => `${eastern.format(new Date(time))} ET`;

const clock = new Intl.DateTimeFormat('sv', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The same to the second, for comparing: `2026-12-01 12:00:00`; of what is no time it says so. */
export const easternClock = (time: Date): string =>
  Number.isNaN(time.getTime()) ? 'no time' : clock.format(time);
