import type { TickMarkType, Time } from 'lightweight-charts';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** What each kind of tick names, in the order of the chart's own numbers: year, month, day, time, time with seconds. */
const TICKS = [
  new Intl.DateTimeFormat('en', { year: 'numeric' }),
  new Intl.DateTimeFormat('en', { month: 'short' }),
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }),
  new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
];

/** The moment under the pointer, by the reader's clock; the chart itself knows UTC alone. */
export const formatMoment = (time: Time): string => moment.format(dateOf(time));

/** A tick of the time's axis, by the reader's clock. */
export const formatTick = (time: Time, kind: TickMarkType): string => TICKS[kind]?.format(dateOf(time)) ?? '';

const dateOf = (time: Time): Date => new Date(Number(time) * 1000);
