import type { TickMarkType, Time } from 'lightweight-charts';
import { localMoment } from '../../shared/format/calendar-day';

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Formats of the ticks by the chart's own numbers: year, month, day, time, time with seconds. */
const TICKS = [
  new Intl.DateTimeFormat('en', { year: 'numeric' }),
  new Intl.DateTimeFormat('en', { month: 'short' }),
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }),
  clock,
  clock,
];

/** Formats the moment under the pointer in the reader's time zone; the chart itself uses UTC only. */
export const formatMoment = (time: Time): string => localMoment.format(dateOf(time));

/** Formats a tick of the time axis in the reader's time zone. */
export const formatTick = (time: Time, kind: TickMarkType): string => TICKS[kind]?.format(dateOf(time)) ?? '';

const dateOf = (time: Time): Date => new Date(Number(time) * 1000);
