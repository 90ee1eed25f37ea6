import fc from 'fast-check';
import { csvLine, harmlessText } from './csv.js';

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '－1'])(
  'no spreadsheet computes %j',
  (text) => expect(harmlessText(text)).toBe(`'${text}`),
);

it.each(['', 'A plain title', 'a = b', "'quoted'", '5 - 3'])('%j stays as it was written', (text) =>
  expect(harmlessText(text)).toBe(text),
);

/** Generates texts with the characters that have a meaning in CSV, and others. */
const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', '漢'), maxLength: 20 });

it('whatever a text holds comes back from its line', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      expect(parseLine(csvLine(texts))).toEqual(texts);
    }),
  );
});

it('numbers and truths stand without quotes, and nothing is nothing', () => {
  expect(csvLine([1, -2.5, true, null, 'x'])).toBe('1,-2.5,true,,"x"\r\n');
});

/** Parses a line of texts as RFC 4180 demands of a reader. */
function parseLine(line: string): string[] {
  const cells = [...line.slice(0, -2).matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)];
  return cells.map(([, cell = '']) => cell.replaceAll('""', '"'));
}
