import { DateTime } from 'luxon';

/** Eastern Time, with its daylight saving (spec, section 9). */
export const ZONE = 'America/New_York';

/** The times around the noon whose block decides. */
export interface DrawWindow {
  readonly noon: Date;
  /** From this time on the noon's block may exist, so a commitment must be older. */
  readonly knowableFrom: Date;
  /** 90 minutes after noon: a block with a later time is too late (spec, section 9). */
  readonly fallbackAt: Date;
  /** From this time on a draw without an agreed block is postponed. */
  readonly postponedFrom: Date;
}

/**
 * How long before noon a block with a time after noon may exist. Nodes accept a header up to two hours ahead
 * of their clocks (Bitcoin's rule); a quarter of an hour is added, since no two clocks agree.
 */
const HEADER_AHEAD_MS = (2 * 60 + 15) * 60_000;

/** True for a day of the calendar as YYYY-MM-DD, unlike the 30th of February. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && day(text).isValid;

/**
 * Parses a time in New York, such as `2026-11-21` for its midnight or `2026-11-21 14:30`. Returns null for
 * anything else, also for a time that the clocks skip in March. In the hour that occurs twice in November it
 * is the second one.
 */
export function parseTime(text: string): Date | null {
  const [, day = '', time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(text) ?? [];
  const local = DateTime.fromISO(`${day}T${time}`, { zone: ZONE });
  return local.isValid && local.toFormat('HH:mm') === time ? local.toJSDate() : null;
}

/** 11:59 PM ET on the end date (spec, section 9). */
export const snapshotAt = (endDate: string): Date => at(day(endDate), 23, 59);

/** 12:00 PM ET on the day after the end date (spec, section 9). */
export const firstNoon = (endDate: string): Date => at(day(endDate).plus({ days: 1 }), 12, 0);

/**
 * Returns noon of the next day: the same rules, one day later. It is 23 or 25 hours later where the clocks
 * change in between.
 */
export const nextNoon = (noon: Date): Date => at(local(noon).plus({ days: 1 }), 12, 0);

/** Returns the times around a noon. */
export function windowOf(noon: Date): DrawWindow {
  return {
    noon,
    knowableFrom: new Date(noon.getTime() - HEADER_AHEAD_MS),
    fallbackAt: at(local(noon), 13, 30),
    postponedFrom: at(local(noon), 18, 0),
  };
}

/** Formats a time for operators: `Sat, Nov 21 2026, 23:59 EST`. */
export const showTime = (time: Date): string => local(time).toFormat('ccc, LLL d yyyy, HH:mm ZZZZ');

const day = (text: string) => DateTime.fromISO(text, { zone: ZONE });
const local = (time: Date) => DateTime.fromJSDate(time, { zone: ZONE });
const at = (date: DateTime, hour: number, minute: number) =>
  date.set({ hour, minute, second: 0, millisecond: 0 }).toJSDate();
