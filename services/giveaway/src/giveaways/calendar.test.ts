import { firstNoon, isDay, nextNoon, parseTime, snapshotAt, windowOf } from './calendar.js';

const iso = (time: Date | null) => time?.toISOString() ?? null;

describe('the times of a draw', () => {
  it.each([
    ['2026-07-04', '2026-07-05T03:59:00.000Z', '2026-07-05T16:00:00.000Z', 'summer'],
    ['2026-11-20', '2026-11-21T04:59:00.000Z', '2026-11-21T17:00:00.000Z', 'winter'],
    [
      '2026-03-07',
      '2026-03-08T04:59:00.000Z',
      '2026-03-08T16:00:00.000Z',
      'the day before the clocks go forward',
    ],
    [
      '2026-03-08',
      '2026-03-09T03:59:00.000Z',
      '2026-03-09T16:00:00.000Z',
      'the day on which they go forward',
    ],
    ['2026-10-31', '2026-11-01T03:59:00.000Z', '2026-11-01T17:00:00.000Z', 'the day before they go back'],
    ['2026-11-01', '2026-11-02T04:59:00.000Z', '2026-11-02T17:00:00.000Z', 'the day on which they go back'],
    ['2026-12-31', '2027-01-01T04:59:00.000Z', '2027-01-01T17:00:00.000Z', 'the end of a year'],
    ['2028-02-28', '2028-02-29T04:59:00.000Z', '2028-02-29T17:00:00.000Z', 'a leap year'],
  ])('of a giveaway that ends on %s are %s and %s (%s)', (endDate, snapshot, noon) => {
    expect(iso(snapshotAt(endDate))).toBe(snapshot);
    expect(iso(firstNoon(endDate))).toBe(noon);
  });

  it('are put off from noon to noon, whatever the clocks do', () => {
    expect(iso(nextNoon(new Date('2026-03-07T17:00:00Z')))).toBe('2026-03-08T16:00:00.000Z');
    expect(iso(nextNoon(new Date('2026-10-31T16:00:00Z')))).toBe('2026-11-01T17:00:00.000Z');
    expect(iso(nextNoon(new Date('2026-06-01T16:00:00Z')))).toBe('2026-06-02T16:00:00.000Z');
  });

  it('leave two hours and a quarter for a header from ahead, 90 minutes for the block and six hours for the sources', () => {
    const { knowableFrom, fallbackAt, postponedFrom } = windowOf(new Date('2026-11-01T17:00:00Z'));
    expect([iso(knowableFrom), iso(fallbackAt), iso(postponedFrom)]).toEqual([
      '2026-11-01T14:45:00.000Z',
      '2026-11-01T18:30:00.000Z',
      '2026-11-01T23:00:00.000Z',
    ]);
  });
});

describe('what an operator types', () => {
  it.each([
    ['2026-11-21', '2026-11-21T05:00:00.000Z'],
    ['2026-07-21 14:30', '2026-07-21T18:30:00.000Z'],
    ['2026-07-21T14:30', '2026-07-21T18:30:00.000Z'],
    ['2026-11-01 01:30', '2026-11-01T06:30:00.000Z'],
  ])('as the time %s is %s', (text, time) => expect(iso(parseTime(text))).toBe(time));

  it.each([
    '',
    'soon',
    '2026-02-30',
    '2026-13-01',
    '2026-03-08 02:30',
    '2026-11-21 25:00',
    '21.11.2026',
    '2026-11-21 9:00',
  ])('as the time %j is none', (text) => expect(parseTime(text)).toBeNull());

  it.each([
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-1-1', false],
    ['', false],
  ])('as a day %j is one of the calendar: %s', (text, isOne) => expect(isDay(text)).toBe(isOne));
});
