import { SealedValues } from './sealed-values.js';

const MINUTE_MS = 60_000;
const ours = new SealedValues('a secret of gateway and auth');
const strangers = new SealedValues('what a stranger made up');

afterEach(() => vi.useRealTimers());

it('opens what was sealed for the same key', () => {
  for (const value of ['1001', '1001:admin', '', 'with spaces 12 and\nlines'])
    expect(ours.open('session:a', ours.seal('session:a', value), MINUTE_MS)).toBe(value);
});

it('believes nothing else', () => {
  const sealed = ours.seal('session:a', '1001');
  const [, at, mac] = sealed.split(' ') as [string, string, string];
  const made = [
    '1001:admin',
    `1051:admin ${at} ${mac}`,
    `1001 ${Number(at) + 1} ${mac}`,
    `1001 ${at} ${'A'.repeat(22)}`,
    `1001 ${at} `,
    `1001 ${at} ${mac}A`,
    strangers.seal('session:a', '1001'),
    ours.seal('session:b', '1001'),
    '',
  ];
  expect(made.map((text) => ours.open('session:a', text, MINUTE_MS))).toEqual(made.map(() => null));
});

it.each([
  ['opens a value as old as clocks apart may make it', 6 * MINUTE_MS - 1, '1001'],
  ['opens none that is older', 6 * MINUTE_MS, null],
  ['opens one of a clock as far ahead as it may be', -5 * MINUTE_MS + 1, '1001'],
  ['opens none of a clock further ahead', -5 * MINUTE_MS, null],
])('%s', (_, ageMs, opened) => {
  vi.useFakeTimers();
  const sealed = ours.seal('session:a', '1001');
  vi.setSystemTime(Date.now() + ageMs);
  expect(ours.open('session:a', sealed, MINUTE_MS)).toBe(opened);
});
