import { bestEncoding } from './best-encoding.js';

it.each([
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['BR;q=0.5 , GZip', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br ; q=0.000, gzip ; q=0.001', 'gzip'],
  ['br;q=0, gzip;q=0.0', undefined],
  ['brotli, xgzip, gzipped', undefined],
  ['*', undefined],
])('of %j takes %s', (accepted, encoding) => {
  expect(bestEncoding(accepted)).toBe(encoding);
});

// A pattern that backtracks over the spaces takes a quarter of an hour for these.
it.each([
  ['br', undefined],
  ['br;', 'br'],
  ['br;q=0', 'br'],
  [',', undefined],
])('has soon read %j, a million spaces and a letter', (begin, encoding) => {
  expect(bestEncoding(`${begin}${' '.repeat(1_000_000)}x`)).toBe(encoding);
});
