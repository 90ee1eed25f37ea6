import { csvHeader, csvRow, defineTable, jsonRow, likeToTheNano } from './export-table.js';

const table = defineTable('tips', 'Tips.', ['at', 'amount', 'title'], ['amount']);
const row = { at: '2026-11-24T20:00:00.000Z', amount: -1_500_000_001n, title: '=HYPERLINK("x")' };

it('an amount stands in LIKE to nine digits and in nano, as a number even where it is negative', () => {
  expect(csvHeader(table)).toBe('"at","amount_like","amount_nano","title"\r\n');
  expect(csvRow(table, row)).toContain(',"-1.500000001","-1500000001",');
});

it('a text is harmless in CSV and exact in JSON', () => {
  expect(csvRow(table, row)).toContain(`,"'=HYPERLINK(""x"")"\r\n`);
  expect(JSON.parse(jsonRow(table, row))).toEqual({
    at: row.at,
    amount_like: '-1.500000001',
    amount_nano: '-1500000001',
    title: row.title,
  });
});

it.each([
  [0n, '0.000000000'],
  [1n, '0.000000001'],
  [-1n, '-0.000000001'],
  [123_000_000_000n, '123.000000000'],
])('%s nano are %s LIKE', (nano, like) => expect(likeToTheNano(nano)).toBe(like));
