const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a calendar day: `Nov 30, 2026`. */
export const formatDay = (date: string): string => day.format(new Date(date));

/** The format of the day of a time in the reader's time zone: `Nov 30, 2026`. */
export const localDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** The format of a time in the reader's time zone: `Nov 30, 2026, 9:41 AM`. */
export const localMoment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
