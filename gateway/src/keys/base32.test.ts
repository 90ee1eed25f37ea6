import { toBase32 } from './base32.js';

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is written as RFC 4648, 10 has it, without padding', (text, expected) => {
  expect(toBase32(Buffer.from(text))).toBe(expected);
});
