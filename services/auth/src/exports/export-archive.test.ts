import { strFromU8, unzipSync } from 'fflate';
import { ExportArchive, ExportTooLarge } from './export-archive.js';
import { defineTable } from './export-table.js';

const numbers = defineTable('numbers', 'Numbers.', ['number']);
const letters = defineTable('letters', 'Letters.', ['letter']);
const contentOf = (archive: ExportArchive) => unzipSync(Buffer.concat(archive.take()));

it('tables that are written at the same time come out whole, a JSON and a CSV each', () => {
  const archive = new ExportArchive();
  const [one, other] = [archive.openTable(numbers), archive.openTable(letters)];
  for (let number = 0; number < 3; number += 1) {
    one.write([{ number }]);
    other.write([{ letter: 'abc'[number] ?? '' }]);
  }
  other.end();
  one.end();
  archive.addFile('README.txt', 'Read me.');
  archive.end();
  const files = contentOf(archive);
  expect(Object.keys(files)).toEqual([
    'numbers.json',
    'numbers.csv',
    'letters.json',
    'letters.csv',
    'README.txt',
  ]);
  expect(JSON.parse(strFromU8(files['numbers.json'] ?? new Uint8Array()))).toEqual([
    { number: 0 },
    { number: 1 },
    { number: 2 },
  ]);
  expect(strFromU8(files['letters.csv'] ?? new Uint8Array())).toBe('"letter"\r\n"a"\r\n"b"\r\n"c"\r\n');
});

it('a table without rows is an empty list and a line of names', () => {
  const archive = new ExportArchive();
  archive.addTable(numbers, []);
  archive.end();
  const files = contentOf(archive);
  expect(strFromU8(files['numbers.json'] ?? new Uint8Array())).toBe('[]\n');
  expect(strFromU8(files['numbers.csv'] ?? new Uint8Array())).toBe('"number"\r\n');
});

it('more than a file may hold is rejected before it is compressed', () => {
  const archive = new ExportArchive(1000);
  expect(() => archive.addFile('large.txt', 'x'.repeat(1001))).toThrow(ExportTooLarge);
});
