import { strFromU8, unzipSync } from 'fflate';
import { crc32, deflateRawSync } from 'node:zlib';
import { ExportArchive, ExportTooLarge } from './export-archive.js';
import { defineTable } from './export-table.js';

const numbers = defineTable('numbers', 'Numbers.', ['number']);
const letters = defineTable('letters', 'Letters.', ['letter']);
const contentOf = (archive: ExportArchive) => unzipSync(Buffer.concat(archive.take()));

it('tables that are written at the same time come out whole, a JSON and a CSV each', async () => {
  const archive = new ExportArchive();
  const [one, other] = [archive.openTable(numbers), archive.openTable(letters)];
  for (let number = 0; number < 3; number += 1) {
    await one.write([{ number }]);
    await other.write([{ letter: 'abc'[number] ?? '' }]);
  }
  await other.end();
  await one.end();
  await archive.addFile('README.txt', 'Read me.');
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

it('a table of many pieces comes out whole, at less than twice the size of one compressed at once', async () => {
  const archive = new ExportArchive();
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    letter: `${index} LIKE of member_${(index * 7919) % 300} for a post with a title of the usual length`,
  }));
  await archive.addTable(letters, rows);
  archive.end();
  const zip = Buffer.concat(archive.take());
  const { 'letters.json': json = new Uint8Array(), 'letters.csv': csv = new Uint8Array() } = unzipSync(zip);
  expect(JSON.parse(strFromU8(json))).toEqual(rows);
  expect(strFromU8(csv).split('\r\n')).toHaveLength(rows.length + 2);
  const inOnePiece = deflateRawSync(json).length + deflateRawSync(csv).length;
  expect(zip.length).toBeLessThan(2 * inOnePiece);
});

it('each file has its content’s checksum and size, by which readers check it', async () => {
  const archive = new ExportArchive();
  const pieces = 'of several pieces '.repeat(5000);
  await archive.addTable(letters, [{ letter: pieces }, { letter: 'last' }]);
  archive.end();
  const zip = Buffer.concat(archive.take());
  const csv = Buffer.from(`"letter"\r\n"${pieces}"\r\n"last"\r\n`);
  const entry = zip.subarray(zip.lastIndexOf('PK\u0001\u0002'));
  expect(entry.readUInt32LE(16)).toBe(crc32(csv));
  expect(entry.readUInt32LE(24)).toBe(csv.length);
});

it('a table without rows is an empty list and a line of names', async () => {
  const archive = new ExportArchive();
  await archive.addTable(numbers, []);
  archive.end();
  const files = contentOf(archive);
  expect(strFromU8(files['numbers.json'] ?? new Uint8Array())).toBe('[]\n');
  expect(strFromU8(files['numbers.csv'] ?? new Uint8Array())).toBe('"number"\r\n');
});

it('more than a file may hold is rejected before it is compressed', async () => {
  const archive = new ExportArchive(1000);
  await expect(archive.addFile('large.txt', 'x'.repeat(1001))).rejects.toThrow(ExportTooLarge);
});
