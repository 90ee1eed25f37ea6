import { z } from 'zod';
import { int8Id } from './columns.js';
import type { Tx } from './database.js';
import { queryColumn, queryValue, returnsRow } from './query-rows.js';

const responding = (response: unknown) => ({ query: () => Promise.resolve(response) }) as unknown as Tx;

it.each([
  ['no row', [], null],
  ['a row with none', [{ at: null }], null],
  ['a row', [{ count: 0 }], 0],
  ['the row of an update', [[{ count: 7 }], 1], 7],
])('the value of %s', async (_, response, value) => {
  expect(await queryValue(responding(response), z.int().nullable(), '')).toBe(value);
});

it.each([
  ['no rows', [], []],
  ['rows', [{ id: '1' }, { id: '2' }], [1, 2]],
  ['the rows of an update', [[{ id: '1' }], 1], [1]],
])('the column of %s', async (_, response, values) => {
  expect(await queryColumn(responding(response), int8Id, '')).toEqual(values);
});

it('a value of another type is an error', async () => {
  await expect(queryValue(responding([{ count: '7' }]), z.int(), '')).rejects.toThrow(z.ZodError);
});

it.each([
  ['none', [], false],
  ['one without columns', [{}], true],
  ['none of an update', [[], 0], false],
])('whether a statement returns a row, where it is %s', async (_, response, isThere) => {
  expect(await returnsRow(responding(response), '')).toBe(isThere);
});
