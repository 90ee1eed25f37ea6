const eastern = new Intl.DateTimeFormat('en', {
  timeZone: 'America/New_York',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Formats a time in New York, whose time the rules use: `Tue, Dec 1, 2026, 12:00 PM ET`. */
export const formatEastern = (time: string): string => `${eastern.format(new Date(time))} ET`;

const clock = new Intl.DateTimeFormat('sv', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/**
 * Formats a time in New York to the second, for comparisons: `2026-12-01 12:00:00`; 'no
 * time' for an invalid time.
 */
export const easternClock = (time: Date): string =>
  Number.isNaN(time.getTime()) ? 'no time' : clock.format(time);
