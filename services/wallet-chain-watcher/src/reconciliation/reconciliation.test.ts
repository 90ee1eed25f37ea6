import { compareWithChain, compareWithLedger } from './reconciliation.js';

describe('the books are apart from', () => {
  it.each<[string, bigint, bigint, bigint | null, bigint]>([
    ['what was told before is there', 5n, 5n, 5n, 0n],
    ['what was told just now is there', 7n, 7n, 5n, 0n],
    ['what is on its way is not there yet', 5n, 7n, 5n, 0n],
    ['something that was told is not there', 4n, 7n, 5n, -1n],
    ['more is there than was ever booked', 8n, 7n, 5n, 1n],
    ['nobody knows what was told before', 4n, 7n, null, 0n],
  ])('the ledger as it should be when %s', (_, ledger, booked, before, difference) => {
    expect(compareWithLedger(ledger, booked, before)).toBe(difference);
  });

  it.each<[string, bigint, bigint, bigint | null, bigint]>([
    ['all is booked', 5n, 5n, 5n, 0n],
    ['something has just arrived', 7n, 5n, 5n, 0n],
    ['something that arrived a round ago is not booked', 7n, 5n, 6n, 1n],
    ['something is missing', 4n, 5n, 5n, -1n],
    ['what was not booked has gone again', 5n, 5n, 9n, 0n],
    ['what arrived since is booked', 5n, 5n, 3n, 0n],
    ['nobody knows what was here before', 9n, 5n, null, 0n],
  ])('the chain as it should be when %s', (_, held, booked, before, difference) => {
    expect(compareWithChain(held, booked, before)).toBe(difference);
  });
});
