import { statusOf } from './giveaway-status.js';

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const times = { startsAt: at(2), snapshotAt: at(5), drawnAt: null, isPostponed: false };
const drawn = { ...times, drawnAt: at(6) };

it.each([
  [1, times, 'upcoming'],
  [2, times, 'active'],
  [4, times, 'active'],
  [5, times, 'locked'],
  [9, { ...times, isPostponed: true }, 'postponed'],
  [6, drawn, 'drawn'],
  [6, { ...drawn, isPostponed: true }, 'drawn'],
  [35, drawn, 'drawn'],
  [36, drawn, 'final'],
] as const)('on day %i it is %o: %s', (day, giveaway, status) => {
  expect(statusOf(giveaway, at(day))).toBe(status);
});
