import { codeAt, matchingStep, stepAt } from './totp-code.js';

const secret = Buffer.from('12345678901234567890');

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('the code of second %i is that of RFC 6238, appendix B', (seconds, code) => {
  // There it has eight digits, of which ours are the last six.
  expect(codeAt(secret, stepAt(seconds * 1000))).toBe(code.slice(2));
});

it('the codes of the step before and after count, and no others', () => {
  const now = 1_234_567_890_000;
  const typed = (steps: number) => matchingStep(secret, codeAt(secret, stepAt(now) + steps), now);
  expect([-2, -1, 0, 1, 2].map(typed)).toEqual([null, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, null]);
});

it.each(['', '12345', '1234567', 'abcdef', '٠١٢٣٤٥'])('%j is no code', (typed) => {
  expect(matchingStep(secret, typed, 59_000)).toBeNull();
});
